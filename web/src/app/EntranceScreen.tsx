import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { readEntrance } from './entrance.ts';
import { router } from './router.tsx';
import { SetUp } from './SetUp.tsx';
import { SignIn } from './SignIn.tsx';

/** What is shown while nobody is signed in. */
export default function EntranceScreen() {
  const entrance = readEntrance(window.location);
  useEffect(() => {
    // Whoever signs in next must not be signed out by the address that the last one left.
    if (window.location.pathname === '/logout') router.history.replace('/login');
  }, []);
  return (
    <Stack align="center" justify="center" mih="100%" p="xl" component="main">
      {entrance.kind === 'setUp' ? <SetUp token={entrance.token} /> : <SignIn />}
    </Stack>
  );
}
