import { type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { StripContext, type StripPlace } from './strip-places.ts';

interface Props {
  readonly place: StripPlace;
  readonly children: ReactNode;
}

/** Renders a button of a screen in its place of the strip. */
export function InStrip({ place, children }: Props) {
  const strip = useContext(StripContext);
  if (!strip) return children;
  const element = strip.elements[place];
  return element ? createPortal(children, element) : null;
}
