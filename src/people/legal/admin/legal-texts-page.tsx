import { useQuery } from '#kit/client/use-query.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { legalTexts } from '#people/legal/legal-text.ts';
import type { LegalTextLine } from '#people/legal/legal-text-schema.ts';
import { useSession } from '#people/session/session.ts';
import { PublishDelivered } from './publish-delivered.tsx';

export const meta = () => [
  { title: '規約など｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The legal texts with their current and pending versions. */
export default function LegalTextsPage() {
  const { role } = useSession();
  const { value: texts, problem, reload } = useQuery<LegalTextLine[]>('/api/office/settings/legal');
  return (
    <>
      <PageHead title="規約など" />
      <Panel label="規約などの一覧">
        {problem && !texts ? (
          <LoadFailure message={problem.message} onRetry={reload} />
        ) : texts ? (
          <>
            {may(role, 'settings.change') && <PublishDelivered texts={texts} onDone={reload} />}
            <ul className="divide-y divide-dashed divide-line">
              {texts.map((text) => (
                <Row key={text.key} text={text} />
              ))}
            </ul>
          </>
        ) : (
          <Skeleton lines={6} />
        )}
      </Panel>
    </>
  );
}

function Row({ text }: { text: LegalTextLine }) {
  const { key, number, since, hasDraft, comingFrom } = text;
  return (
    <li className="py-3">
      <Link
        to={`/admin/settings/legal/${key}`}
        className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
      >
        {legalTexts[key].label}
      </Link>
      <p className="text-sm text-ink-2">
        {standing({ key, number, since })}
        {comingFrom && `${formatDate(comingFrom)}から新しい版を適用します。`}
        {hasDraft && '公開していない下書きがあります。'}
      </p>
    </li>
  );
}

function standing({ key, number, since }: Pick<LegalTextLine, 'key' | 'number' | 'since'>): string {
  if (number > 0) return `第${number}版（${formatDate(since)}から）です。`;
  return key === 'commerce' ? 'まだ公開していません。' : 'はじめから用意されている文面です。';
}
