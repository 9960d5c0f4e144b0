<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="regions" tilewidth="32" tileheight="36" tilecount="8" columns="8">
 <image source="regions.png" width="256" height="36"/>
 <tile id="0">
  <properties>
   <property name="region" type="int" value="0"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="region" type="int" value="1"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="region" type="int" value="2"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="region" type="int" value="3"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="region" type="int" value="4"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="region" type="int" value="5"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="region" type="int" value="6"/>
  </properties>
 </tile>
 <tile id="7">
  <properties>
   <property name="region" type="int" value="7"/>
  </properties>
 </tile>
</tileset>
