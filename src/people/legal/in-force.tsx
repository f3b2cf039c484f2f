import { Link } from '#kit/ui/links/link.tsx';
import type { LegalPage, LegalVersion } from './legal-page.ts';
import { type LegalKey, legalTexts } from './legal-text.ts';

/** The dates of a text: first in force, current version, and earlier versions. */
export function InForce({
  page: { key, since, firstDay, earlier },
}: {
  page: Pick<LegalPage, 'key' | 'since' | 'firstDay' | 'earlier'>;
}) {
  return (
    <div className="mt-12 text-right text-ink-2">
      {firstDay !== since && (
        <p>
          <LegalDate day={firstDay} /> 施行
        </p>
      )}
      <p>
        <LegalDate day={since} /> {firstDay === since ? '施行' : '改定'}
      </p>
      {earlier.length === 0 ? (
        <p className="mt-2 text-sm">改定前のものをご覧になりたい方は、お問い合わせください。</p>
      ) : (
        <nav aria-label="改定前のもの" className="mt-4 text-sm">
          <p>改定前のもの</p>
          <ul>
            {earlier.map((version) => (
              <li key={version.number}>
                <VersionLink textKey={key} version={version} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** Announces versions that take effect on a future day, with links to read them. */
export function UpcomingVersions({
  page: { key, coming },
}: {
  page: Pick<LegalPage, 'key' | 'coming'>;
}) {
  return coming.map((version) => (
    <p
      key={version.number}
      className="mt-4 rounded-xl border-2 border-honey bg-honey-soft px-4 py-3"
    >
      <LegalDate day={version.since} />
      から、新しい{legalTexts[key].label}になります。
      <Link to={pathOf(key, version)} className="underline">
        新しい内容を読む
      </Link>
    </p>
  ));
}

const pathOf = (key: LegalKey, { number }: LegalVersion) =>
  `${legalTexts[key].path}/versions/${number}`;

function VersionLink({ textKey, version }: { textKey: LegalKey; version: LegalVersion }) {
  return (
    <Link
      to={pathOf(textKey, version)}
      rel="nofollow"
      className="inline-flex min-h-11 items-center underline"
    >
      <span>
        <LegalDate day={version.since} />
        からのもの
      </span>
    </Link>
  );
}

/** "2026年11月23日" for a day YYYY-MM-DD. */
export function LegalDate({ day }: { day: string }) {
  const [year, month, date] = day.split('-').map(Number);
  return (
    <time dateTime={day}>
      {year}年{month}月{date}日
    </time>
  );
}
