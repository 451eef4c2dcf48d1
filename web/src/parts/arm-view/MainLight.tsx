/** Half the width of the area around the arm in which shadows are drawn, m. */
const reach = 2;
/** Pixels of the edge of the shadow map: soft, and cheap to draw. */
const mapSize = 1024;

/** Light from the front right above. */
export function MainLight({ hasShadows }: { readonly hasShadows: boolean }) {
  return (
    <directionalLight
      position={[2.5, -2, 4]}
      intensity={2.1}
      castShadow={hasShadows}
      shadow-mapSize={[mapSize, mapSize]}
      shadow-radius={6}
      shadow-bias={-0.0005}
    >
      <orthographicCamera attach="shadow-camera" args={[-reach, reach, reach, -reach, 0.5, 10]} />
    </directionalLight>
  );
}
