import type { FlagCategory } from '@cellwright/domain/cell';
import { IconFlask, IconTools, IconUser } from '@tabler/icons-react';

/** Screens of flags, in the order of the index. */
export const flagScreens = [
  { category: 'customer', to: '/control-panel/feature-flags/customer', Icon: IconUser },
  { category: 'developing', to: '/control-panel/feature-flags/under-development', Icon: IconTools },
  { category: 'internal', to: '/control-panel/feature-flags/internal-testing', Icon: IconFlask },
] as const satisfies readonly { readonly category: FlagCategory; readonly to: string; readonly Icon: unknown }[];
