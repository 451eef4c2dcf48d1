import { useState } from 'react';
import type { Story } from '../../ui/story.ts';
import { RegionPicture } from './RegionPicture.tsx';
import type { Region } from './region.ts';

const size = { width: 640, height: 480 };

function Example({ start }: { readonly start: Region }) {
  const [region, setRegion] = useState(start);
  return (
    <div style={{ width: 560 }}>
      <RegionPicture size={size} region={region} onChange={setRegion}>
        <svg viewBox="0 0 640 480" style={{ display: 'block', width: '100%' }} aria-hidden>
          <rect width={640} height={480} fill="#8e9296" />
          <rect x={280} y={180} width={120} height={60} fill="#c44e3e" transform="rotate(20 340 210)" />
          <circle cx={180} cy={300} r={40} fill="#4278ba" />
        </svg>
      </RegionPicture>
    </div>
  );
}

export const story: Story = {
  component: 'RegionPicture',
  states: {
    upright: <Example start={{ x: 320, y: 240, width: 320, height: 240, rotation: 0 }} />,
    rotated: <Example start={{ x: 340, y: 210, width: 180, height: 100, rotation: 20 }} />,
    small: <Example start={{ x: 180, y: 300, width: 20, height: 20, rotation: 0 }} />,
  },
};
