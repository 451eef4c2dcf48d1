import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';

/**
 * Places of the strip that screens fill with their own buttons. Buttons that start the arm are only in `start`, `over`
 * and `one`; recovery actions (recover, release the brakes) only in `act`.
 */
export type StripPlace = 'act' | 'one' | 'two' | 'over' | 'start';

export interface StripPlaces {
  readonly elements: Readonly<Partial<Record<StripPlace, HTMLElement | null>>>;
  setElement(place: StripPlace, element: HTMLElement | null): void;
  /** Shows the strip while the arm is idle, too. Returns a function that ends that. */
  claim(): () => void;
}

/** Undefined outside the frame: buttons are then rendered in place. */
export const StripContext = createContext<StripPlaces | undefined>(undefined);

/** Returns the places of the strip; `isClaimed` is true while a screen keeps it visible. */
export function useStripPlaces(): { readonly places: StripPlaces; readonly isClaimed: boolean } {
  const [elements, setElements] = useState<StripPlaces['elements']>({});
  const [claims, setClaims] = useState(0);
  const setElement = useCallback<StripPlaces['setElement']>(
    (place, element) => setElements((before) => ({ ...before, [place]: element })),
    [],
  );
  const claim = useCallback(() => {
    setClaims((count) => count + 1);
    return () => setClaims((count) => count - 1);
  }, []);
  const places = useMemo(() => ({ elements, setElement, claim }), [elements, setElement, claim]);
  return { places, isClaimed: claims > 0 };
}

/** Keeps the strip visible while the caller is mounted. */
export function useStrip(): void {
  const claim = useContext(StripContext)?.claim;
  useEffect(() => claim?.(), [claim]);
}
