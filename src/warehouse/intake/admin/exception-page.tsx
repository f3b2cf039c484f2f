import { useState } from 'react';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import {
  type BoxException,
  type BoxExceptionDraft,
  BoxExceptionEdit,
  type Colleague,
  exceptionEndings,
  exceptionKinds,
} from '#warehouse/intake/box-exception.ts';
import type { Route } from './+types/exception-page.ts';
import { ExceptionFields, WithColleagues } from './exception-fields.tsx';

export const meta = () => [
  { title: '保留の箱｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const list = { path: '/admin/exceptions', label: '保留の棚' };

/** A box on the exception shelf: its place, reason, assignee and ending. */
export default function ExceptionPage({ params: { id } }: Route.ComponentProps) {
  const query = useQuery(addressOf('GET /api/office/intake/exceptions/:id', { params: { id } }));
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

const draftOf = (exception: BoxException): BoxExceptionEdit => ({
  kind: exception.kind,
  appraisalId: exception.appraisalId,
  place: exception.place,
  reason: exception.reason,
  imageIds: exception.pictures.map(({ imageId }) => imageId),
  ownerUid: exception.owner.uid,
  dueOn: exception.dueOn,
  ending: exception.ending,
  endingNote: exception.endingNote,
  endingReason: '',
});

/** The fields of an exception as text, for comparing two versions. */
const textFields: { label: string; of: (draft: BoxExceptionDraft) => string }[] = [
  { label: '種類', of: ({ kind }) => exceptionKinds[kind] },
  { label: '申込番号', of: ({ appraisalId }) => appraisalId },
  { label: '置き場所', of: ({ place }) => place },
  { label: '詳しい理由', of: ({ reason }) => reason },
  { label: '写真', of: ({ imageIds }) => `${imageIds.length}枚` },
  { label: '期限', of: ({ dueOn }) => (dueOn ? formatDate(dueOn) : '') },
  {
    label: 'どうなったか',
    of: ({ ending }) => (ending === '' ? '対応中' : exceptionEndings[ending]),
  },
  { label: 'どうなったかのメモ', of: ({ endingNote }) => endingNote },
];

/** Edits and closes an exception; shows what a colleague changed meanwhile. */
export function ExceptionForm({
  exception,
  colleagues,
  onSaved,
}: {
  exception: BoxException;
  colleagues: readonly Colleague[];
  onSaved: (exception: BoxException) => void;
}) {
  const params = { id: exception.id };
  const form = useForm({
    schema: BoxExceptionEdit,
    initial: draftOf(exception),
    onInvalid: showMessage,
  });
  const [newer, setNewer] = useState<BoxException>();
  const { version } = newer ?? exception;
  const saving = useSubmission(
    (body: BoxExceptionEdit) =>
      send('POST /api/office/intake/exceptions/:id', { params, body, ifMatch: `"${version}"` }),
    {
      form,
      onDone(saved) {
        refreshMenuCounts();
        showToast('保存しました。');
        onSaved(saved);
      },
    },
  );
  async function save(draft: BoxExceptionEdit) {
    const outcome = await saving.send(draft);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(
      await send('GET /api/office/intake/exceptions/:id', { params }).catch(() => undefined),
    );
  }
  const stored = newer && draftOf(newer);
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {newer && stored && (
        <>
          <p role="status">
            {`${formatDateTime(newer.changedAt)}に${newer.changedByName}さんが変更しています。`}
          </p>
          <VersionChoice
            fields={[
              ...textFields.map(({ label, of }) => ({
                label,
                mine: of(form.values),
                stored: of(stored),
              })),
              {
                label: '担当者',
                mine: form.values.ownerUid === newer.owner.uid ? newer.owner.name : '選んだ人',
                stored: newer.owner.name,
              },
            ]}
            isPending={saving.isPending}
            onKeepStored={() => onSaved(newer)}
          />
        </>
      )}
      <ExceptionFields form={form} colleagues={colleagues} owner={exception.owner} hasEnding />
      {exception.ended && form.values.ending !== exception.ending && (
        <TextArea
          form={form}
          path="endingReason"
          label="どうなったかを直す理由"
          optional
          rows={2}
          maxLength={500}
          help={`運営の記録に残ります。終えてから${takeBackMinutes}分を過ぎたら、書いてください。`}
        />
      )}
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && (
        <Button type="submit" isBusy={saving.isPending}>
          保存する
        </Button>
      )}
    </Form>
  );
}
