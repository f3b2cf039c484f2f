import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { isReloadingFor } from './chunk-recovery.ts';
import { firstInteraction, reportInteraction } from './first-interaction.ts';
import { Skeleton } from './ui/skeleton.tsx';

/** Parts that the server is still loading, right after its start. */
const loading = new Set<Promise<unknown>>();

/** On the server, before a page is rendered: every part is there. */
export const lazyPartsLoaded = () => Promise.all(loading);

type Loaded<Props> = { default: ComponentType<Props> };

/**
 * A part that the server renders with the page, and for whose code the rest of the page does not wait
 * in the browser: until it is here its markup stands as it was sent. Stands within <Lazy>. Its code is
 * asked for at once, for who is quick to type should not have to wait; far below, once it is needed.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  when: 'at once' | 'on interaction' = 'at once',
) {
  if (!import.meta.env.SSR) {
    const asked = when === 'at once' ? Promise.resolve() : firstInteraction;
    const loaded = asked.then(() => loadedInBrowser(load));
    loaded.catch(() => undefined);
    return lazy(() => loaded);
  }
  let part: Loaded<Props> | undefined;
  const loaded = load().then((component) => {
    part = { default: component };
    loading.delete(loaded);
  });
  loading.add(loaded);
  // What is there already is given at once: the server renders a page in one go.
  const given = {
    // biome-ignore lint/suspicious/noThenProperty: a promise that need not be waited for
    then: (take: (part: Loaded<Props>) => void) => take(part as Loaded<Props>),
  };
  return lazy(() => given as unknown as Promise<Loaded<Props>>);
}

async function loadedInBrowser<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<Loaded<Props>> {
  try {
    return { default: await load() };
  } catch (error) {
    if (isReloadingFor()) return new Promise(() => {});
    throw error;
  }
}

/** How far ahead of what is seen a part is asked for. */
const preloadMargin = '25% 0px';

/** The place of late parts; on the way from another page, lines stand there until they are here. */
export function Lazy({ children }: { children: ReactNode }) {
  const placeholder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reportInteraction();
      },
      { rootMargin: preloadMargin },
    );
    if (placeholder.current) watch.observe(placeholder.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={placeholder}>
      <Suspense fallback={<Skeleton lines={10} />}>{children}</Suspense>
    </div>
  );
}
