import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { showMissingPart } from '#kit/client/server-error.ts';
import { QueryForm } from '#kit/forms/query-form.tsx';
import { Logo } from '#kit/pages/logo.tsx';
import { NavLink } from '#kit/ui/links/link.tsx';
import { Menu, menuEntry } from '#kit/ui/navigation/menu.tsx';
import { useClosingDetails } from '#kit/ui/navigation/use-closing-details.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { type Part, usePart } from '#kit/ui/use-part.ts';
import { maxKeywordUnits } from '#kit/values/keyword-length.ts';
import { AccountMenu, type AccountProps } from './account-menu.tsx';
import { AppraisalButton } from './appraisal-modal.tsx';
import type { DrawerDialogProps } from './drawer-dialog.tsx';
import {
  campaignLinks,
  type MenuCampaign,
  plainLinks,
  type SiteLink,
  serviceLinks,
} from './navigation.ts';

/**
 * The site's header: complete on the desktop, collapsed into search and drawer on smaller screens.
 */
export function Header({
  campaigns,
  ...person
}: AccountProps & { campaigns: readonly MenuCampaign[] }) {
  return (
    <header className="relative z-20 border-b border-line bg-paper">
      <div className="page-container flex h-15 items-center gap-3 narrow:h-18 desktop:gap-2.5">
        <Logo />
        <div className="ml-auto min-w-0 grow max-narrow:hidden narrow:max-w-80 desktop:ml-1.5 desktop:max-w-none">
          <KeywordSearch />
        </div>
        <nav aria-label="主なメニュー" className="flex items-center max-desktop:hidden">
          {campaigns.length > 0 && <SubMenu label="特集" links={campaignLinks(campaigns)} />}
          <SubMenu label="サービス" links={serviceLinks} />
          {plainLinks.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              className="grid min-h-11 place-content-center rounded-lg px-1.5 text-center text-sm leading-tight font-bold whitespace-nowrap no-underline hover:text-coral-dark"
            >
              <TwoLines label={label} />
            </NavLink>
          ))}
        </nav>
        <span className="max-narrow:hidden">
          <AppraisalButton size="small" className="whitespace-nowrap">
            寄付先を探す
          </AppraisalButton>
        </span>
        <div className="max-desktop:hidden">
          <AccountMenu {...person} />
        </div>
        <div className="flex items-center gap-1 max-narrow:-mr-2 max-narrow:ml-auto desktop:hidden">
          <PhoneSearch />
          <Drawer campaigns={campaigns} {...person} />
        </div>
      </div>
    </header>
  );
}

/** A label with its text in parentheses on a second line, for lack of width. */
function TwoLines({ label }: { label: string }) {
  const [words, ...rest] = label.split(/(?=（)/);
  return (
    <>
      {words}
      {rest.length > 0 && <span className="block text-xs font-normal">{rest}</span>}
    </>
  );
}

function SubMenu({ label, links }: { label: string; links: readonly SiteLink[] }) {
  return (
    <Menu label={label}>
      <ul>
        {links.map(({ to, label: words }) => (
          <li key={to}>
            <NavLink to={to} end className={menuEntry}>
              {words}
            </NavLink>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

/** On phones the search is an icon that opens a full-width field. */
function PhoneSearch() {
  const details = useRef<HTMLDetailsElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const closeByKey = useClosingDetails(details);
  return (
    <details
      ref={details}
      className="narrow:hidden"
      onKeyDown={closeByKey}
      onToggle={(event) => event.currentTarget.open && input.current?.focus()}
    >
      <summary className="grid size-11 place-items-center rounded-full hover:bg-sand">
        <Icon name="search" className="size-6" />
        <span className="sr-only">団体を検索</span>
      </summary>
      <div className="absolute inset-x-0 top-full border-y border-line bg-paper p-4 shadow-float">
        <KeywordSearch input={input} />
      </div>
    </details>
  );
}

/** The search box of the header, which leads to the search page. */
function KeywordSearch({ input }: { input?: RefObject<HTMLInputElement | null> }) {
  const keyword = useSearchParams()[0].get('keyword') ?? '';
  const id = useId();
  return (
    <QueryForm action="/search" role="search" aria-label="サイト内検索" className="relative w-full">
      <label htmlFor={id} className="sr-only">
        団体・地域で探す
      </label>
      <input
        ref={input}
        id={id}
        // Remounts on a new keyword in the URL, which replaces typed text.
        key={keyword}
        type="search"
        name="keyword"
        defaultValue={keyword}
        maxLength={maxKeywordUnits}
        placeholder="団体・地域"
        autoComplete="off"
        enterKeyHint="search"
        className="h-11 w-full rounded-full border border-input bg-white pr-4 pl-11 text-sm placeholder:text-ink-2 max-narrow:text-base"
      />
      <button
        type="submit"
        className="absolute top-0 left-0 grid size-11 place-items-center rounded-full text-ink-2 hover:text-coral-dark"
      >
        <Icon name="search" className="size-4.5" />
        <span className="sr-only">検索する</span>
      </button>
    </QueryForm>
  );
}

const drawerDialog: Part<DrawerDialogProps> = {
  load: () => import('./drawer-dialog.tsx').then((part) => part.DrawerDialog),
};

/** The hamburger with the drawer behind it: the same links as the header of the desktop. */
function Drawer(links: AccountProps & { campaigns: readonly MenuCampaign[] }) {
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    setOpen(false);
  }
  const DrawerDialog = usePart(drawerDialog, isOpen, (error) => {
    setOpen(false);
    showMissingPart(error);
  });
  // Closes at a width where its button is hidden.
  useEffect(() => {
    const desktop = matchMedia('(width >= 67.5rem)');
    const close = () => setOpen(false);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="grid size-11 place-items-center rounded-full hover:bg-sand noscript:hidden"
      >
        <Icon name="menu" className="size-6.5" />
        <span className="sr-only">メニューを開く</span>
      </button>
      {/* Without scripts, a link to the same links at the foot of the page. */}
      <a href="#site-links" className="hidden size-11 place-items-center noscript:grid">
        <Icon name="menu" className="size-6.5" />
        <span className="sr-only">メニューへ移動</span>
      </a>
      {DrawerDialog && <DrawerDialog isOpen={isOpen} {...links} onClose={() => setOpen(false)} />}
    </>
  );
}
