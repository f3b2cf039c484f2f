import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** A component in its own chunk, which a first visit need not load. */
export type Part<Props> = {
  load: () => Promise<ComponentType<Props>>;
  loaded?: ComponentType<Props>;
};

/**
 * Loads a part of the page when it is first wanted; undefined until then. On failure, calls `onFailed` once and
 * retries the next time it is wanted.
 */
export function usePart<Props>(
  part: Part<Props>,
  isWanted: boolean,
  onFailed: (error: unknown) => void,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState(() => part.loaded);
  const notifyFailed = useEffectEvent(onFailed);
  const isMissing = isWanted && !component;
  useEffect(() => {
    if (!isMissing) return;
    let isHere = true;
    part
      .load()
      .then((loaded) => {
        part.loaded = loaded;
        if (isHere) setComponent(() => loaded);
      })
      .catch((error: unknown) => isHere && notifyFailed(error));
    return () => {
      isHere = false;
    };
  }, [part, isMissing]);
  return component;
}
