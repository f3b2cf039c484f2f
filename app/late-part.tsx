import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { isReloadingFor } from './chunk-recovery.ts';

/** Parts that the server is still loading, right after its start. */
const loading = new Set<Promise<unknown>>();

/** On the server, before a page is rendered: every part is there. */
export const latePartsLoaded = () => Promise.all(loading);

type Loaded<Props> = { default: ComponentType<Props> };

/**
 * A part that the server renders with the page, and for whose code the rest of the page does not wait
 * in the browser: until it is here its markup stands as it was sent. Stands within <Late>.
 */
export function latePart<Props>(load: () => Promise<ComponentType<Props>>) {
  if (!import.meta.env.SSR) {
    // Begun while the page's own script is read: who is quick to type should not have to wait.
    const loaded = loadedInBrowser(load);
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

/** The place of late parts; on the way from another page, lines stand there until they are here. */
export function Late({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Skeleton lines={10} />}>{children}</Suspense>;
}
