<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="squares" tilewidth="64" tileheight="64" tilecount="4" columns="4">
 <image source="squares.png" width="256" height="64"/>
 <tile id="0">
  <properties>
   <property name="square" value="plain"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="square" value="red"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="square" value="green"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="square" value="central"/>
  </properties>
 </tile>
</tileset>
