import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';

/**
 * Places of the strip that screens fill with buttons of their own. What starts the arm is only ever in `start`, `over` and `one`;
 * what leads back to work (recover, release the brakes) only in `act`.
 */
export type StripPlace = 'act' | 'one' | 'two' | 'over' | 'start';

export interface StripPlaces {
  readonly elements: Readonly<Partial<Record<StripPlace, HTMLElement | null>>>;
  setElement(place: StripPlace, element: HTMLElement | null): void;
  /** Shows the strip while the arm rests, too. Returns a function that ends that. */
  claim(): () => void;
}

/** Undefined outside the frame: buttons then stay where they are written. */
export const StripContext = createContext<StripPlaces | undefined>(undefined);

/** Returns the places of the strip, and true for `isClaimed` while a screen keeps it in sight. */
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

/** Keeps the strip in sight while the caller is on the screen. */
export function useStrip(): void {
  const claim = useContext(StripContext)?.claim;
  useEffect(() => claim?.(), [claim]);
}
