import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import type { SiteNotice } from '#site/content/site-content.ts';

/** The service's current notices to all visitors, above everything else. */
export function SiteNotices({ notices }: { notices: readonly SiteNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <section aria-label="お知らせ" className="border-b border-line bg-honey-soft print:hidden">
      <ul className="page-container divide-y divide-dashed divide-line">
        {notices.map(({ title, body, linkLabel, linkPath }) => (
          <li key={title} className="flex gap-3 py-3">
            <Icon name="info" className="mt-0.5 size-6 shrink-0" />
            <div className="min-w-0">
              <p className="font-bold [word-break:auto-phrase]">{title}</p>
              {body && <p className="whitespace-pre-line">{body}</p>}
              {linkPath && <Link to={linkPath}>{linkLabel}</Link>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
