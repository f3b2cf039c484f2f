import { useState } from 'react';
import { useLocation } from 'react-router';
import { adminPath, screenAt } from '#kit/lists/admin-path.ts';
import type { MenuCount, MenuCounts } from '#kit/lists/menu-counts.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon, type IconName } from '#kit/ui/pictures/icon.tsx';
import { type MenuPlace, menuOf, tabOf } from './menu.ts';
import { type Place, places, type Screen } from './screens.ts';

const openingScreen = ({ screens }: MenuPlace) => adminPath(screens[0]?.address ?? '');

/** Sum of the counts of several screens. */
function sumOf(screens: readonly Screen[], counts: MenuCounts): MenuCount {
  const found = screens.flatMap(({ address }) => counts[address] ?? []);
  return {
    open: found.reduce((sum, { open }) => sum + open, 0),
    overdue: found.reduce((sum, { overdue }) => sum + overdue, 0),
  };
}

/** How many items wait behind an entry, and whether one of them is overdue. */
function Count({ open, overdue }: MenuCount) {
  if (open === 0) return null;
  return (
    <span
      className={`relative rounded-full px-2 text-xs leading-5 tabular-nums ${overdue > 0 ? 'bg-error text-white' : 'bg-sand text-ink'}`}
    >
      <span className="sr-only">未対応</span>
      {open > 99 ? '99+' : open}
      <span className="sr-only">件{overdue > 0 && `、うち期限切れ${overdue}件`}</span>
    </span>
  );
}

const railEntry =
  'flex min-h-9 items-center justify-between gap-2 rounded-lg px-3 font-bold whitespace-nowrap no-underline hover:bg-sand aria-[current=true]:bg-coral-soft aria-[current=true]:text-coral-dark pointer-coarse:min-h-11';

type MenuProps = { role: Role | undefined; counts: MenuCounts };

/** The places along the left edge. */
export function Rail({ role, counts }: MenuProps) {
  const current = screenAt(useLocation().pathname).place;
  return (
    <nav aria-label="運営のメニュー" className="mt-3 overflow-y-auto">
      <ul className="flex flex-col gap-0.5">
        {menuOf(role).map((entry) => (
          <li
            key={entry.place}
            className={
              entry.place === 'records' ? 'mt-2 border-t border-dashed border-line pt-2' : undefined
            }
          >
            <Link
              to={openingScreen(entry)}
              aria-current={entry.place === current ? 'true' : undefined}
              className={railEntry}
            >
              {entry.label}
              {entry.place !== 'today' && <Count {...sumOf(entry.screens, counts)} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const icons: Partial<Record<Place, IconName>> = {
  today: 'today',
  boxes: 'box',
  arrivals: 'arrival',
  appraisal: 'tag',
  donors: 'user',
  associates: 'building',
  money: 'yen',
};
/** Places on a phone's bar besides もっと. */
const barEntries = 4;

const barEntry =
  'relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-xs font-bold no-underline aria-[current=true]:text-coral-dark';

/** The first places along the lower edge of a phone, and もっと for all of them. */
export function PhoneBar({ role, counts, onSignOut }: MenuProps & { onSignOut: () => void }) {
  const current = screenAt(useLocation().pathname).place;
  const [isOpen, setOpen] = useState(false);
  const menu = menuOf(role);
  const shown = menu.filter(({ place }) => icons[place]).slice(0, barEntries);
  return (
    <>
      <nav
        aria-label="運営のメニュー"
        className="sticky bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] office:hidden print:hidden"
      >
        <ul className="grid auto-cols-fr grid-flow-col">
          {shown.map((entry) => {
            const { open, overdue } = sumOf(entry.screens, counts);
            return (
              <li key={entry.place}>
                <Link
                  to={openingScreen(entry)}
                  aria-current={entry.place === current ? 'true' : undefined}
                  className={barEntry}
                >
                  <Icon name={icons[entry.place] ?? 'menu'} />
                  {entry.label}
                  {entry.place !== 'today' && open > 0 && (
                    <span className="absolute top-1 left-1/2 ml-1.5">
                      <Count open={open} overdue={overdue} />
                    </span>
                  )}
                </Link>
              </li>
            );
          })}
          <li>
            <button type="button" className={barEntry} onClick={() => setOpen(true)}>
              <Icon name="more" />
              もっと
            </button>
          </li>
        </ul>
      </nav>
      <Dialog isOpen={isOpen} title="運営の画面" shape="drawer" onClose={() => setOpen(false)}>
        <ul className="grid gap-4">
          {menu.map(({ place, label, screens }) => (
            <li key={place}>
              <p className="text-sm text-ink-2">{label}</p>
              <ul>
                {screens.map((screen) => (
                  <li key={screen.address}>
                    <Link
                      to={adminPath(screen.address)}
                      onClick={() => setOpen(false)}
                      className={railEntry}
                    >
                      {tabOf(screen)}
                      <Count {...sumOf([screen], counts)} />
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <button
          type="button"
          onClick={onSignOut}
          className="mt-4 flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm font-bold hover:bg-sand"
        >
          <Icon name="logout" />
          ログアウト
        </button>
      </Dialog>
    </>
  );
}

const tabEntry =
  'flex min-h-10 items-center gap-1.5 border-b-3 border-transparent px-3 font-bold whitespace-nowrap text-ink-2 no-underline hover:text-coral-dark aria-[current=true]:border-coral aria-[current=true]:text-coral-dark pointer-coarse:min-h-11';
const smallTabEntry =
  'flex min-h-9 items-center gap-1.5 rounded-full px-3 text-sm whitespace-nowrap text-ink-2 no-underline hover:bg-sand aria-[current=true]:bg-ink aria-[current=true]:text-white pointer-coarse:min-h-11';

type TabLook = { isCurrent: boolean; className: string; label: string; hasCount?: boolean };

/** More tabs fold into one line on a phone. */
const tabsOnPhone = 5;

/** The screens of the current place, and below them those under the current tab. */
export function PlaceTabs({ role, counts }: MenuProps) {
  const { pathname } = useLocation();
  const current = screenAt(pathname);
  const screens = menuOf(role).find(({ place }) => place === current.place)?.screens ?? [];
  const tabs = screens.filter(({ under }) => under === undefined);
  const top = current.under ?? current.address;
  const below = screens.filter(({ under }) => under === top);
  const [parent] = screens.filter(({ address }) => address === top);
  if (screens.length < 2) return null;
  const link = (screen: Screen, { isCurrent, className, label, hasCount = true }: TabLook) => (
    <li key={screen.address}>
      <Link
        to={adminPath(screen.address)}
        aria-current={isCurrent ? 'true' : undefined}
        className={className}
      >
        {label}
        {hasCount && <Count {...sumOf([screen], counts)} />}
      </Link>
    </li>
  );
  const isLong = tabs.length > tabsOnPhone;
  const list = (className: string) => (
    <ul className={className}>
      {tabs.map((screen) =>
        link(screen, {
          isCurrent: screen.address === top,
          className: tabEntry,
          label: tabOf(screen),
        }),
      )}
    </ul>
  );
  return (
    <nav aria-label={`${places[current.place]}の画面`} className="mb-4 print:hidden">
      {list(`flex flex-wrap gap-x-1 border-b border-line ${isLong ? 'max-narrow:hidden' : ''}`)}
      {isLong && (
        <details
          key={pathname}
          className="group rounded-lg border border-line bg-paper narrow:hidden"
        >
          <summary className="flex min-h-11 items-center justify-between gap-2 px-3 font-bold">
            {parent ? tabOf(parent) : places[current.place]}
            <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
          </summary>
          {list('border-t border-line px-1 pb-1')}
        </details>
      )}
      {parent && below.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1">
          {[parent, ...below].map((screen) =>
            link(screen, {
              isCurrent: screen.address === current.address,
              className: smallTabEntry,
              label: screen.label,
              // The tab above has it.
              hasCount: screen !== parent,
            }),
          )}
        </ul>
      )}
    </nav>
  );
}
