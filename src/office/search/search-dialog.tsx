import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminApplication } from '#giving/applications/admin-application.ts';
import { api } from '#kit/client/api.ts';
import { send } from '#kit/client/send.ts';
import { memoryOf, useQuery } from '#kit/client/use-query.ts';
import { isImeKey } from '#kit/forms/fields/ime.ts';
import { isShortcut } from '#kit/lists/row-keys.ts';
import { may } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { maxKeywordUnits } from '#kit/values/keyword-length.ts';
import { formatPhone } from '#kit/values/phone.ts';
import type { AdminAssociate } from '#organisations/associates/admin-associate.ts';
import type { Account } from '#people/accounts/account.ts';
import { type DonorLine, donorPath } from '#people/donors/donor.ts';
import { findScreens } from './find-screens.ts';

type Hit = { path: string; label: string; note?: string };
type Group = { title: string; hits: readonly Hit[] };

/** Each search of names is logged: it waits until the typing pauses. */
const restMs = 250;
const shownOfEach = 5;
const keptRecent = 6;
const recentKey = 'search:recent';
const shortcut = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘K' : 'Ctrl K';

/** The search of the operator's area: its button, ⌘K or Ctrl+K from anywhere, / where no list has a search. */
export function OfficeSearch({
  account,
  role,
  className,
}: {
  account: Account;
  role: Role | undefined;
  className: string;
}) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      const isCommand = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
      const isSlash =
        event.key === '/' && isShortcut(event) && !document.querySelector('main [type=search]');
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={`flex min-h-10 items-center justify-between gap-2 rounded-lg border border-input bg-white px-3 text-sm whitespace-nowrap text-ink-2 hover:border-ink pointer-coarse:min-h-11 ${className}`}
      >
        <span className="flex items-center gap-2">
          <Icon name="search" className="size-4" />
          さがす
        </span>
        <span
          aria-hidden="true"
          className="rounded border border-line px-1.5 font-sans text-xs max-office:hidden pointer-coarse:hidden"
        >
          {shortcut}
        </span>
      </button>
      <Dialog isOpen={isOpen} title="さがす" onClose={() => setOpen(false)}>
        <Search account={account} role={role} onLeave={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Search({
  account,
  role,
  onLeave,
}: {
  account: Account;
  role: Role | undefined;
  onLeave: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const area = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const records = useQuery<Group[]>(
    asked === '' ? undefined : `search for ${asked}`,
    (signal) => findRecords(asked, role, signal),
    { keepsLast: true },
  );
  const memory = memoryOf(account);
  const recent = (memory.get(recentKey) as Hit[] | undefined) ?? [];
  const screens: Group = {
    title: '画面と操作',
    hits: findScreens(typed, role).slice(0, shownOfEach),
  };
  const groups =
    typed.trim() === ''
      ? [{ title: '最近開いたもの', hits: recent }]
      : [screens, ...(asked === '' ? [] : (records.value ?? []))];
  const shown = groups.filter(({ hits }) => hits.length > 0);
  const isSettled = asked === typed.trim() && !records.isLoading;

  const open = (hit: Hit) => {
    const others = recent.filter(({ path }) => path !== hit.path);
    memory.set(recentKey, [hit, ...others].slice(0, keptRecent));
    onLeave();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(area.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const now = stops.findIndex((stop) => stop.matches(':focus'));
    const next = stops[event.key === 'ArrowDown' ? now + 1 : now - 1];
    event.preventDefault();
    next?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the field and the links inside
    <div ref={area} onKeyDown={move} className="mt-4">
      <input
        // Not a search field, whose Esc would clear it instead of closing the dialog.
        type="text"
        enterKeyHint="search"
        // The native dialog reads the attribute, which React does not write.
        ref={(input) => input?.setAttribute('autofocus', '')}
        aria-label="名前・番号・電話・メール・団体・画面"
        placeholder="名前・番号・電話・メール・団体・画面"
        maxLength={maxKeywordUnits}
        autoComplete="off"
        className="control"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = shown.flatMap(({ hits }) => hits);
          if (event.key !== 'Enter' || isImeKey(event) || !first) return;
          event.preventDefault();
          open(first);
          navigate(first.path);
        }}
      />
      <div aria-live="polite" className="mt-3 min-h-40">
        {shown.map(({ title, hits }) => (
          <section key={title} aria-label={title} className="mb-3">
            <p className="text-sm text-ink-2">{title}</p>
            <ul>
              {hits.map((hit) => (
                <li key={hit.path}>
                  <Link
                    to={hit.path}
                    onClick={() => open(hit)}
                    className="grid min-h-11 content-center rounded-lg px-2 py-1 leading-normal no-underline hover:bg-sand"
                  >
                    <span className="font-bold wrap-anywhere">{hit.label}</span>
                    {hit.note && (
                      <span className="text-sm wrap-anywhere text-ink-2">{hit.note}</span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {typed.trim() !== '' && shown.length === 0 && isSettled && (
          <p className="text-ink-2">
            {records.problem?.message ??
              '見つかりませんでした。番号の一部や、ふりがなでもお試しください。'}
          </p>
        )}
        {!isSettled && typed.trim() !== '' && <p className="text-sm text-ink-2">探しています…</p>}
      </div>
    </div>
  );
}

/** Records by number and by name, of the kinds that the role may see; each list audits what it shows. */
async function findRecords(
  keyword: string,
  role: Role | undefined,
  signal: AbortSignal,
): Promise<Group[]> {
  const body = { keyword };
  const ifAllowed = <Item,>(isAllowed: boolean, path: string, query: object) =>
    isAllowed ? api<Item[]>(path, { body: query, signal }) : Promise.resolve([]);
  const [numbers, applications, donors, associates] = await Promise.all([
    send('POST /api/office/search', { body, signal }),
    ifAllowed<AdminApplication>(
      may(role, 'applications.read'),
      '/api/office/applications/search',
      body,
    ),
    ifAllowed<DonorLine>(may(role, 'donors.read'), '/api/office/donors/search', body),
    ifAllowed<AdminAssociate>(may(role, 'associates.read'), '/api/office/associates/search', body),
  ]);
  const groups: Group[] = [
    { title: '番号', hits: numbers },
    {
      title: '申し込み',
      hits: applications.map(({ appraisalId, name, targetName }) => ({
        path: `/admin/applications/${appraisalId}`,
        label: `${appraisalId}　${name}`,
        note: targetName,
      })),
    },
    {
      title: '寄付者',
      hits: donors.map(({ id, isGuest, name, email, tel }) => ({
        path: donorPath({ id, isGuest }),
        label: name || email,
        note: [isGuest ? 'ゲスト' : '会員', email, formatPhone(tel)].filter(Boolean).join('　'),
      })),
    },
    {
      title: '団体',
      hits: associates.map(({ id, name }) => ({ path: `/admin/associates/${id}`, label: name })),
    },
  ];
  return groups.map(({ title, hits }) => ({ title, hits: hits.slice(0, shownOfEach) }));
}
