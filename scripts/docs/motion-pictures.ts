// Draws the pictures of docs/motion.md from real plans. Part of `npm run docs`; a test says when one is stale.
import { writeFileSync } from 'node:fs';
import { pictures } from './motion/pictures.ts';

for (const { file, draw } of pictures) writeFileSync(`docs/pictures/${file}`, draw());
