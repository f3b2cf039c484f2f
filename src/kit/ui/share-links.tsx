import { mailHref } from './links/contact-href.ts';
import { Icon } from './pictures/icon.tsx';
import { showToast } from './toast.tsx';
import { useHydrated } from './use-hydrated.ts';

/** Services for sharing; plain links, so that no third-party code runs in the page. */
const places: { name: string; href: (address: string, title: string) => string }[] = [
  {
    name: 'LINE',
    href: (address, title) =>
      `https://social-plugins.line.me/lineit/share?${query({ url: address, text: title })}`,
  },
  {
    name: 'X',
    href: (address, title) => `https://x.com/intent/post?${query({ url: address, text: title })}`,
  },
  {
    name: 'Facebook',
    href: (address) => `https://www.facebook.com/sharer/sharer.php?${query({ u: address })}`,
  },
  {
    name: 'メール',
    href: (address, title) => mailHref('', { subject: title, body: `${title}\n${address}` }),
  },
];

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

const buttonClassName =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border border-input bg-paper px-5 text-sm font-bold no-underline hover:bg-sand';

/** Links to share a page; `address` is the full URL, `title` its subject, or the text of a post. */
export function ShareLinks({ address, title }: { address: string; title: string }) {
  const canShare = useHydrated() && 'share' in navigator;
  const share = () =>
    navigator.share({ text: title, url: address }).catch((error: unknown) => {
      // Closing the device's share sheet is not an error.
      console.warn('sharing ended:', error);
    });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showToast('リンクをコピーしました。');
    } catch {
      showToast('コピーできませんでした。アドレス欄からコピーしてください。');
    }
  };
  return (
    <ul className="flex flex-wrap gap-2">
      {places.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href(address, title)}
            target="_blank"
            rel="noreferrer nofollow"
            className={buttonClassName}
          >
            {name}
            <span className="sr-only">で知らせる（別のタブで開きます）</span>
          </a>
        </li>
      ))}
      {canShare && (
        <li>
          <button type="button" onClick={share} className={buttonClassName}>
            ほかのアプリ
          </button>
        </li>
      )}
      <li className="noscript:hidden">
        <button type="button" onClick={copy} className={buttonClassName}>
          <Icon name="copy" className="size-4.5" />
          リンクをコピー
        </button>
      </li>
    </ul>
  );
}
