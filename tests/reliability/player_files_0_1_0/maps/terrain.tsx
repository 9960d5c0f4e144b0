<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="terrain" tilewidth="32" tileheight="36" tilecount="8" columns="8">
 <image source="terrain.png" width="256" height="36"/>
 <tile id="0">
  <properties>
   <property name="terrain" value="sea"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="terrain" value="meadow"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="terrain" value="forest"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="terrain" value="mountain"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="terrain" value="desert"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="terrain" value="snow"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="terrain" value="moor"/>
  </properties>
 </tile>
 <tile id="7">
  <properties>
   <property name="terrain" value="amethyst"/>
  </properties>
 </tile>
</tileset>
