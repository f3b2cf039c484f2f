import { Icon } from '#kit/ui/pictures/icon.tsx';
import { snsAddress, snsKinds, snsLabel } from '#kit/values/sns.ts';
import type { PublicProfile } from '#people/accounts/account.ts';

/** Links to the accounts of a profile; nothing without any. */
export function SnsLinks({ accounts }: { accounts: PublicProfile['snsAccounts'] }) {
  const kinds = snsKinds.filter((kind) => accounts[kind] !== '');
  if (kinds.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <li key={kind}>
          <a
            href={snsAddress(kind, accounts[kind])}
            target="_blank"
            rel="noreferrer nofollow me"
            className="inline-flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-card border border-input bg-paper px-5 py-1 text-sm no-underline hover:bg-sand"
          >
            <span className="font-bold">{snsLabel(kind)}</span>
            <span className="text-ink-2">@{accounts[kind]}</span>
            <Icon name="external" className="size-4" />
            <span className="sr-only">（別のタブで開きます）</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
