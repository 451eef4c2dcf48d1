import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  type ExtendComponent,
  type MantineColorsTuple,
  type NativeSelectFactory,
  type NumberInputFactory,
  type PasswordInputFactory,
  type TextInputFactory,
} from '@mantine/core';

/** Surface and text tokens in the order of the kit's palette: text first, the deepest surface last. */
const dark: MantineColorsTuple = [
  '#edf0f3',
  '#c3cad1',
  '#a0aab4',
  '#828c96',
  '#4a535c',
  '#353c44',
  '#22272c',
  '#181c20',
  '#0f1215',
  '#0a0c0e',
];

const orange: MantineColorsTuple = [
  '#fff2e8',
  '#fde1cf',
  '#fbc19d',
  '#f99f67',
  '#f7823b',
  '#f26e1c',
  '#d95f0e',
  '#b84f08',
  '#943f07',
  '#6f3006',
];

/** Control heights: dense tables on a desk, default, touch, run controls. */
export const controlHeights = { xs: 32, sm: 36, md: 44, xl: 64 } as const;
export const iconSizes = { xs: 12, sm: 16, md: 24, lg: 48, xl: 72 } as const;

export type ControlSize = keyof typeof controlHeights;

/** Returns a length that scales with the text size of the system or browser. */
function inRem(px: number): string {
  return `${px / 16}rem`;
}

function heightOf(size: unknown): string {
  const known = typeof size === 'string' && size in controlHeights;
  // Safe cast: checked in the line above.
  return inRem(controlHeights[known ? (size as ControlSize) : 'sm']);
}

// Referenced by type only: the first screen has no such input and need not load one.
const textInput: ExtendComponent<TextInputFactory> = {
  vars: (_theme, { size }) => ({ wrapper: { '--input-height': heightOf(size) } }),
};
const numberInput: ExtendComponent<NumberInputFactory> = {
  // Too small for a finger; the arrow keys step as well.
  defaultProps: { hideControls: true },
  vars: (_theme, { size }) => ({ wrapper: { '--input-height': heightOf(size) }, controls: {} }),
};
const passwordInput: ExtendComponent<PasswordInputFactory> = {
  styles: (_theme, { size }) => ({ input: { height: heightOf(size), minHeight: heightOf(size) } }),
};
const nativeSelect: ExtendComponent<NativeSelectFactory> = {
  vars: (_theme, { size }) => ({
    wrapper: { '--input-height': heightOf(size), '--input-fz': size === 'xl' ? inRem(16) : undefined },
  }),
};

const fontFamily = "'Inter Variable', system-ui, sans-serif";

/** Theme of the component kit. */
export const theme = createTheme({
  colors: { orange, dark },
  primaryColor: 'orange',
  primaryShade: 7,
  fontFamily,
  headings: { fontFamily, fontWeight: '600' },
  defaultRadius: 6,
  fontSizes: { xs: inRem(12), sm: inRem(14), md: inRem(16), lg: inRem(20), xl: inRem(28) },
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      vars: (_theme, { size }) => ({
        root: {
          '--button-height': heightOf(size),
          '--button-fz': size === 'xl' ? inRem(18) : undefined,
          '--button-padding-x': '16px',
        },
      }),
      styles: { root: { fontWeight: 600 }, label: { whiteSpace: 'normal', lineHeight: 1.2 } },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: (_theme, { size }) => ({ root: { '--ai-size': heightOf(size) } }),
    }),
    TextInput: textInput,
    NumberInput: numberInput,
    PasswordInput: passwordInput,
    NativeSelect: nativeSelect,
  },
});

/** Muted text and placeholders stay readable from a metre away, and errors have the red of the tokens. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#545d68',
    '--mantine-color-placeholder': '#545d68',
    '--mantine-color-text': '#181c21',
    '--mantine-color-error': 'var(--danger)',
  },
  dark: {
    '--mantine-color-dimmed': '#a0aab4',
    '--mantine-color-placeholder': '#a0aab4',
    '--mantine-color-error': 'var(--danger)',
  },
});
