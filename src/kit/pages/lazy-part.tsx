import {
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
} from 'react';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { isReloadingFor, MissingChunk, missingChunkMessage } from './chunk-recovery.ts';
import { firstInteraction, reportInteraction } from './first-interaction.ts';

/** Parts that the server is still loading after its start. */
const loading = new Set<Promise<unknown>>();

/** Awaited on the server before a page is rendered, so that every part is loaded. */
export const lazyPartsLoaded = () => Promise.all(loading);

type Loaded<Props> = { default: ComponentType<Props> };

/**
 * A part that the server renders with the page, but whose code the browser loads later: until then its
 * server-rendered markup stays. Used within <Lazy>. Loads at once by default, or on the first interaction for parts
 * far down the page.
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
  // A loaded part is passed synchronously, because the server renders a page in one pass.
  const synchronous = {
    // biome-ignore lint/suspicious/noThenProperty: a promise that resolves synchronously
    then: (take: (part: Loaded<Props>) => void) => take(part as Loaded<Props>),
  };
  return lazy(() => synchronous as unknown as Promise<Loaded<Props>>);
}

async function loadedInBrowser<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<Loaded<Props>> {
  try {
    return { default: await load() };
  } catch (error) {
    if (isReloadingFor()) return new Promise(() => {});
    throw new MissingChunk(missingChunkMessage, { cause: error });
  }
}

/** The distance below the viewport at which a part is loaded. */
const preloadMargin = '25% 0px';

/**
 * The container of lazy parts; after a client-side navigation it shows a skeleton until they load.
 */
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
    <div ref={placeholder} data-part>
      <Suspense fallback={<Skeleton lines={10} />}>
        {children}
        <EarlyActionsReplay part={placeholder} />
      </Suspense>
    </div>
  );
}

/** Mounted with the parts beside it: marks them as hydrated and replays early actions. */
function EarlyActionsReplay({ part }: { part: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (part.current) window.replayEarlyActions?.(part.current);
  }, [part]);
  return null;
}
