import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '../src/ui/theme/tokens.css';
import { Button, Group, MantineProvider, Title } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { startTexts } from '../src/i18n/index.ts';
import type { Story } from '../src/ui/story.ts';
import Toasts from '../src/ui/Toasts.tsx';
import { resolveVariables, theme } from '../src/ui/theme/theme.ts';
import styles from './gallery.module.css';

const modules = import.meta.glob<{ story: Story }>(['../src/ui/**/*.stories.tsx', '../src/parts/**/*.stories.tsx']);

/** Loaded after the texts are initialised: some components add their own. */
async function loadStories(): Promise<Story[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()));
  return loaded.map(({ story }) => story).sort((one, other) => one.component.localeCompare(other.component));
}

/** Every component of the kit and the product parts in each of its states. `?scheme=dark` starts dark. */
function Gallery({ stories }: { readonly stories: readonly Story[] }) {
  const [scheme, setScheme] = useState<'light' | 'dark'>(
    new URLSearchParams(window.location.search).get('scheme') === 'dark' ? 'dark' : 'light',
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} forceColorScheme={scheme}>
      <main className={styles.page}>
        <Group justify="space-between" mb="md">
          <Title order={1}>Components</Title>
          <Button variant="default" onClick={() => setScheme(scheme === 'light' ? 'dark' : 'light')}>
            {scheme === 'light' ? 'Dark' : 'Light'}
          </Button>
        </Group>
        {stories.map(({ component, states }) => (
          <section key={component} className={styles.story}>
            <h2>{component}</h2>
            <div className={styles.states}>
              {Object.entries(states).map(([state, element]) => (
                <figure key={state} className={styles.state}>
                  <figcaption>{state}</figcaption>
                  {element}
                </figure>
              ))}
            </div>
          </section>
        ))}
      </main>
      <Toasts />
    </MantineProvider>
  );
}

await startTexts();
const stories = await loadStories();
const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery stories={stories} />);
