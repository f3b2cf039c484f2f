import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type BoxException, exceptionKinds } from '#warehouse/intake/box-exception.ts';
import type { Route } from './+types/exception-page.ts';
import { WithColleagues } from './exception-fields.tsx';
import { ExceptionForm } from './exception-form.tsx';

export const meta = () => [
  { title: '保留の箱｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const list = { path: '/admin/exceptions', label: '保留の棚' };

/** A box on the exception shelf: its place, reason, assignee and ending. */
export default function ExceptionPage({ params: { id } }: Route.ComponentProps) {
  const query = useQuery<BoxException>(`/api/office/intake/exceptions/${encodeURIComponent(id)}`);
  const { value: exception, problem, reload, change } = query;
  if (problem?.type === 'NotFound') return <Absent message={problem.message} />;
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!exception) {
    return (
      <Panel label="保留の箱">
        <Skeleton lines={10} label="保留の箱を読み込んでいます" />
      </Panel>
    );
  }
  return (
    <>
      <BackLink list={list} />
      <h1 className="mb-5 text-2xl wrap-anywhere narrow:text-2xl">
        {`${exception.place}　${exceptionKinds[exception.kind]}`}
      </h1>
      <div className="grid gap-4 desktop:grid-cols-[1fr_22rem]">
        <Panel title="内容">
          <WithColleagues>
            {(colleagues) => (
              <ExceptionForm
                key={exception.version}
                exception={exception}
                colleagues={colleagues}
                onSaved={change}
              />
            )}
          </WithColleagues>
        </Panel>
        <div className="grid min-w-0 content-start gap-4">
          <Pictures exception={exception} />
          <Records exception={exception} />
        </div>
      </div>
    </>
  );
}

function Absent({ message }: { message: string }) {
  return (
    <EmptyState
      title="見つかりませんでした"
      action={
        <ButtonLink to={list.path} variant="outline" size="small">
          {list.label}へ
        </ButtonLink>
      }
    >
      {message}
    </EmptyState>
  );
}

function Pictures({ exception: { pictures } }: { exception: BoxException }) {
  if (pictures.length === 0) return null;
  return (
    <Panel title="写真">
      <ul className="grid gap-3">
        {pictures.map(({ imageId, image }, index) => (
          <li key={imageId}>
            <img
              src={image}
              alt={`箱の写真${index + 1}`}
              width={800}
              height={600}
              className="w-full rounded-tile border border-line bg-sand object-contain"
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Records({ exception }: { exception: BoxException }) {
  const { appraisalId, donorName, code, boxNumber, ended } = exception;
  return (
    <Panel title="記録">
      <Facts>
        <Fact label="お名前">{donorName}</Fact>
        <Fact label="申込番号">
          {appraisalId && (
            <Link
              to={`/admin/applications/${appraisalId}`}
              className="inline-flex min-h-11 items-center text-coral-dark tabular-nums underline"
            >
              {appraisalId}
            </Link>
          )}
        </Fact>
        <Fact label="箱">{boxNumber === null ? '' : `${boxNumber}箱目`}</Fact>
        <Fact label="読み取った番号">
          {code && <span className="wrap-anywhere tabular-nums">{code}</span>}
        </Fact>
        <Fact label="置いた人">
          {`${exception.createdByName}　${formatDateTime(exception.createdAt)}`}
        </Fact>
        <Fact label="最後の変更">
          {`${exception.changedByName}　${formatDateTime(exception.changedAt)}`}
        </Fact>
        <Fact label="終えた人">{ended && `${ended.byName}　${formatDateTime(ended.at)}`}</Fact>
      </Facts>
    </Panel>
  );
}
