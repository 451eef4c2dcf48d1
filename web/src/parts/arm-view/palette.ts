/** Colours of the scene. The arm is neutral; orange marks what the user acts on, blue what is not really there. */
export interface ScenePalette {
  readonly background: string;
  readonly sky: string;
  readonly ground: string;
  readonly grid: string;
  readonly gridMain: string;
  readonly shadow: string;
  readonly stand: string;
  readonly shell: string;
  readonly cover: string;
  readonly tool: string;
  readonly highlight: string;
  readonly ghost: string;
  /** Ends of the colours of a path: a slow move, and one at the speed limits. */
  readonly slowPath: string;
  readonly fastPath: string;
  readonly solid: string;
  readonly solidChosen: string;
  /** Box that a step shows: cardboard. */
  readonly shownBox: string;
  readonly collision: string;
  readonly failure: string;
  readonly warning: string;
  readonly label: string;
  readonly labelText: string;
}

export const scenePalettes: Readonly<Record<'light' | 'dark', ScenePalette>> = {
  light: {
    background: '#e9ecef',
    sky: '#ffffff',
    ground: '#b9c0c7',
    grid: '#d3d8dd',
    gridMain: '#b3bac2',
    shadow: '#1c252e',
    stand: '#8d969f',
    shell: '#f4f5f7',
    cover: '#3d464f',
    tool: '#59636d',
    highlight: '#f2701c',
    ghost: '#0a5cad',
    slowPath: '#0a8f8f',
    fastPath: '#a4128c',
    solid: '#9aa7b4',
    solidChosen: '#f2a36b',
    shownBox: '#c8a27a',
    collision: '#b1278c',
    failure: '#c4201d',
    warning: '#8a5a00',
    label: '#ffffff',
    labelText: '#181c21',
  },
  dark: {
    background: '#15191d',
    sky: '#dfe6ee',
    ground: '#20262c',
    grid: '#262c33',
    gridMain: '#39424b',
    shadow: '#000000',
    stand: '#4a535c',
    shell: '#c9d0d7',
    cover: '#2d343b',
    tool: '#77828d',
    highlight: '#ff8f45',
    ghost: '#6db3f8',
    slowPath: '#4fd0c8',
    fastPath: '#f07ad0',
    solid: '#66727e',
    solidChosen: '#d98a52',
    shownBox: '#c8a27a',
    collision: '#f07fd0',
    failure: '#ff7b74',
    warning: '#ffc247',
    label: '#2d343b',
    labelText: '#edf0f3',
  },
};
