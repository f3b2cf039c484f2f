import { NavLink } from '#kit/ui/links/link.tsx';
import { useScroller } from '#kit/ui/use-scroller.ts';

/**
 * Links between the pages of one subject; scrolls sideways where they don't fit, with a shade on the edge that hides
 * more.
 */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  /** `end`: current only on exactly this path, not on those below it. */
  tabs: readonly { to: string; label: string; end?: boolean }[];
}) {
  const nav = useScroller<HTMLElement>();
  return (
    <nav ref={nav} aria-label={label} className="shaded-edges -mx-2 overflow-x-auto px-2 pt-2">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink
              to={tab.to}
              end={tab.end}
              className="-mb-px flex min-h-12 items-center border-b-3 border-transparent px-4 font-bold text-ink-2 no-underline hover:text-coral-dark aria-[current=page]:border-coral aria-[current=page]:text-coral-dark"
            >
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
