import { Skeleton } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { session } from '../api/session.ts';
import { showError } from '../ui/toasts.ts';

/** `/logout`: signs out. */
export function Leaving() {
  const navigate = useNavigate();
  useEffect(() => {
    // The router shows its last screen for a moment after the next sign-in: only the address counts.
    if (window.location.pathname === '/logout') void session.signOut().catch(showError);
    else void navigate({ to: '/', replace: true });
  }, [navigate]);
  return <Skeleton h="100%" radius={0} />;
}

/** `/login` and `/setup` for a user who is already signed in. */
export function AlreadyIn() {
  const { history } = useRouter();
  useEffect(() => history.replace('/'), [history]);
  return null;
}
