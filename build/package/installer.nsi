; The installer for Windows: for one player, into the player's own folders, no administrator is asked.
; Called by installer.py with VERSION, COPYRIGHT, SOURCE (the one-folder program), ICON, OUT, LANGUAGES (the texts of
; every language) and TREAT_UNINSTALLER, the command that signs the uninstaller before it is packed.
Target amd64-unicode
Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma
RequestExecutionLevel user
!uninstfinalize '${TREAT_UNINSTALLER} "%1"' = 0

!include MUI2.nsh
!include FileFunc.nsh

!define PROGRAM "FourThrones.exe"
!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\FourThrones"
!define TYPE "FourThrones.SavedGame"
!define CLASSES "Software\Classes"

Name "Four Thrones"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Four Thrones"
InstallDirRegKey HKCU "${ENTRY}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Four Thrones"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Four Thrones"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "CompanyName" "Four Thrones"
VIAddVersionKey "LegalCopyright" "${COPYRIGHT}"
VIAddVersionKey "OriginalFilename" "${ORIGINAL}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!include "${LANGUAGES}"

; A program that runs cannot be opened for writing; half of it must be neither replaced nor removed.
!macro WAIT_UNTIL_CLOSED
  ${Do}
    ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
      ${ExitDo}
    ${EndIf}
    ClearErrors
    FileOpen $0 "$INSTDIR\${PROGRAM}" a
    ${IfNot} ${Errors}
      FileClose $0
      ${ExitDo}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY +3
    SetErrorLevel 2
    Quit
  ${Loop}
!macroend

Section
  !insertmacro WAIT_UNTIL_CLOSED
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
    RMDir /r "$INSTDIR\_internal" ; nothing of an older version stays behind
  ${EndIf}
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Four Thrones.lnk" "$INSTDIR\${PROGRAM}"

  WriteRegStr HKCU "${CLASSES}\.throne" "" "${TYPE}"
  WriteRegStr HKCU "${CLASSES}\.throne" "Content Type" "application/x-four-thrones-save"
  WriteRegStr HKCU "${CLASSES}\${TYPE}" "" "$(SAVED_GAME)"
  WriteRegStr HKCU "${CLASSES}\${TYPE}\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
  WriteRegStr HKCU "${CLASSES}\${TYPE}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  ${RefreshShellIcons}

  WriteRegStr HKCU "${ENTRY}" "DisplayName" "Four Thrones"
  WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\${PROGRAM}"
  WriteRegStr HKCU "${ENTRY}" "Publisher" "Four Thrones"
  WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
  WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" "$0"
SectionEnd

; Only what was installed is removed. Saved games lie elsewhere and stay.
Section Uninstall
  ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
    SetErrorLevel 2
    Quit
  ${EndIf}
  !insertmacro WAIT_UNTIL_CLOSED
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\${PROGRAM}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Four Thrones.lnk"
  ReadRegStr $0 HKCU "${CLASSES}\.throne" ""
  ${If} $0 == "${TYPE}" ; another program may have taken the file type over
    DeleteRegKey HKCU "${CLASSES}\.throne"
  ${EndIf}
  DeleteRegKey HKCU "${CLASSES}\${TYPE}"
  ${RefreshShellIcons}
  DeleteRegKey HKCU "${ENTRY}"
SectionEnd
