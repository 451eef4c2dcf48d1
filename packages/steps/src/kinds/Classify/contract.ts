import { defineContract, noTimeLimit } from '../../framework/index.ts';
import { classifyArgsSchema } from './contract-args.ts';
import { checkClassify } from './contract-checks.ts';
import { classifyMessages } from './contract-messages.ts';

export type { ClassifyArgs } from './contract-args.ts';

const initialVariables = {
  /** Class of what was seen, or the fallback value. */
  result: '',
  /** Match of the class, 0–1; 0 if none matches. */
  confidence: 0,
};
export type ClassifyVariables = typeof initialVariables;

export const classifyContract = defineContract({
  kind: 'Classify',
  label: 'Classify',
  section: 'Vision',
  description:
    'Finds out which of several classes the object in the picture of a camera belongs to, by stored pictures of each class.',
  args: classifyArgsSchema,
  children: { policy: 'forbidden' },
  offeredWith: 'classifyStep',
  variables: initialVariables,
  answersFromOutside: true,
  hasOutsideEffect: false,
  requires: ['camera'],
  // The camera has its own limit.
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check: ({ args }, { equipment }) => checkClassify(args, equipment),
  summarize({ classes }, { say }) {
    const [first, second, ...others] = classes;
    if (first === undefined) return say`Classify what the camera sees`;
    if (second === undefined) return say`Classify what the camera sees: ${first}`;
    if (others.length === 0) return say`Classify what the camera sees: ${first} or ${second}`;
    return say`Classify what the camera sees: one of ${classes.length} classes`;
  },
  examples: [
    {
      title: 'Tell discs from washers',
      args: {
        classes: ['disc', 'washer'],
        pictures: [
          { class: 'disc', templateImage: '/9j/4AAQSkZJRg==' },
          { class: 'washer', templateImage: '/9j/4AAQSkZJRg==' },
        ],
        fallbackValue: 'unknown',
      },
    },
    {
      title: 'Accept good parts only, in the middle of the picture of a camera above the cell',
      args: {
        camera: 'equipment_camera',
        classes: ['good'],
        pictures: [{ class: 'good', templateImage: '/9j/4AAQSkZJRg==' }],
        confidence: 0.9,
        fallbackValue: 'bad',
        regionOfInterest: { x: 320, y: 240, width: 200, height: 200 },
      },
    },
  ],
  messages: classifyMessages,
});
