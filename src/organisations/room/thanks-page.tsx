import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#kit/client/api.ts';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { thanksTemplates } from '#organisations/thanks/thanks.ts';
import type { StaffThanks, ThanksBeginning } from '#organisations/thanks/thanks-schema.ts';
import { maxThanksTemplates, type ThanksTemplate } from '#organisations/thanks/thanks-template.ts';
import { Drafts } from './drafts.tsx';
import { thanksReaders } from './thanks-in-words.ts';
import { ThanksTemplateForm } from './thanks-template-form.tsx';
import { roomApi, roomPath, useRoom } from './use-room.ts';
import { WithdrawButton } from './withdraw-button.tsx';

/** The thank-you messages of an organisation, and a form to write another. */
export default function RoomThanks() {
  const { associate, mayChange } = useRoom();
  const [version, setVersion] = useState(0);
  return (
    <>
      {mayChange && <NewThanks associateId={associate.id} />}
      <OwnTemplates associateId={associate.id} mayChange={mayChange} />
      <Drafts
        path={roomApi(associate.id, '/thanks/drafts')}
        pathOf={(id) => roomPath(associate.id, `thanks/${id}`)}
      />
      <Card as="section" aria-labelledby="published">
        <h2 id="published" className="text-xl narrow:text-2xl">
          お届けしたお礼
        </h2>
        <PagedList<StaffThanks>
          path={roomApi(associate.id, '/thanks')}
          version={version}
          label="お届けしたお礼"
          empty={{
            title: 'お礼はまだありません',
            text: '短いひとことでも、寄付者の方の励みになります。',
          }}
          keyOf={({ id }) => id}
        >
          {(thanks) => (
            <PublishedThanks
              thanks={thanks}
              associateId={associate.id}
              mayChange={mayChange}
              onWithdrawn={() => setVersion(version + 1)}
            />
          )}
        </PagedList>
      </Card>
    </>
  );
}

/** Creates a message from a template; it is a draft until published. */
function NewThanks({ associateId }: { associateId: string }) {
  const { begin, isPending, message } = useBeginning(associateId);
  return (
    <Card as="section" aria-labelledby="new-thanks" className="mb-6">
      <h2 id="new-thanks" className="text-xl narrow:text-2xl">
        お礼を書く
      </h2>
      <p className="mt-2 text-ink-2">
        文例から始められます。書いた内容は、公開するまでどなたにも届きません。
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {thanksTemplates.map(({ id, label }, index) => (
          <Button
            key={id}
            variant={index === 0 ? 'primary' : 'outline'}
            isBusy={isPending}
            onClick={() => begin({ template: id })}
          >
            {label}の文例で書く
          </Button>
        ))}
      </div>
      <SubmitError message={message} />
    </Card>
  );
}

function OwnTemplates({ associateId, mayChange }: { associateId: string; mayChange: boolean }) {
  const { begin, isPending, message } = useBeginning(associateId);
  return (
    <>
      <ThanksTemplates
        path={roomApi(associateId, '/thanks/templates')}
        mayChange={mayChange}
        isBeginning={isPending}
        onBegin={({ id }) => begin({ ownTemplateId: id })}
      />
      <SubmitError message={message} />
    </>
  );
}

function useBeginning(associateId: string) {
  const navigate = useNavigate();
  const { send, ...submission } = useSubmission(
    (body: ThanksBeginning) => api<{ id: string }>(roomApi(associateId, '/thanks'), { body }),
    { onDone: ({ id }) => navigate(roomPath(associateId, `thanks/${id}`)) },
  );
  return { ...submission, begin: send };
}

function PublishedThanks({
  thanks,
  associateId,
  mayChange,
  onWithdrawn,
}: {
  thanks: StaffThanks;
  associateId: string;
  mayChange: boolean;
  onWithdrawn: () => void;
}) {
  const { id, title, isPublic, isStanding, isWithdrawn, publishedAt } = thanks;
  const { begin, isPending, message } = useBeginning(associateId);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isWithdrawn ? (
          <span className="font-bold wrap-anywhere">{title}</span>
        ) : (
          <Link
            to={roomPath(associateId, `thanks/${id}`)}
            className="inline-flex min-h-11 items-center font-bold text-coral-dark underline wrap-anywhere"
          >
            {title}
          </Link>
        )}
        {isWithdrawn && <Chip>取り下げ済み</Chip>}
        {isPublic && !isWithdrawn && <Chip tone="sky">お礼のページにも掲載</Chip>}
        {isStanding && <Chip tone="leaf">これからのご寄付にも届けています</Chip>}
      </p>
      <p className="text-sm text-ink-2 tabular-nums">
        {formatDate(publishedAt)}　{thanksReaders(thanks)}
      </p>
      {!isWithdrawn && <Progress thanks={thanks} />}
      {mayChange && (
        <div className="mt-2 flex flex-wrap gap-3">
          {!isWithdrawn && (
            <Button
              variant="outline"
              size="small"
              isBusy={isPending}
              onClick={() => begin({ earlierId: id })}
            >
              この文章で新しく書く
            </Button>
          )}
          {!isWithdrawn && (
            <WithdrawButton
              path={roomApi(associateId, `/thanks/${id}/withdraw`)}
              title={title}
              explanation="取り下げると、届いた方のページからも消え、元に戻せません。まだ届いていない方には届きません。"
              onWithdrawn={onWithdrawn}
            />
          )}
        </div>
      )}
      <SubmitError message={message} />
    </>
  );
}

function Progress({
  thanks: { isDelivered, isDone, givenCount, aimedCount },
}: {
  thanks: StaffThanks;
}) {
  if (!isDelivered) return <p className="text-sm">お礼のページだけに掲載したお礼です。</p>;
  if (isDone)
    return (
      <p className="text-sm">
        {givenCount > 0
          ? `${givenCount.toLocaleString('ja-JP')}件のご寄付に届きました。`
          : 'お届けするご寄付はありませんでした。'}
      </p>
    );
  const share = aimedCount === 0 ? undefined : Math.floor((givenCount / aimedCount) * 100);
  return (
    <div className="mt-1">
      <p className="text-sm">
        お届けしています（{aimedCount.toLocaleString('ja-JP')}件のうち
        {givenCount.toLocaleString('ja-JP')}件）
      </p>
      <ProgressBar label="お礼のお届け" value={share} />
    </div>
  );
}

type Chosen = ThanksTemplate | 'new';

/** The organisation's own thank-you templates, which editors use, write and edit. */
function ThanksTemplates({
  path,
  mayChange,
  isBeginning,
  onBegin,
}: {
  /** Their path at the API. */
  path: string;
  mayChange: boolean;
  isBeginning: boolean;
  onBegin: (template: ThanksTemplate) => void;
}) {
  const { value, problem, reload } = useQuery<ThanksTemplate[]>(path);
  const [chosen, setChosen] = useState<Chosen>();
  const [isOpen, setOpen] = useState(false);
  function open(next: Chosen) {
    setChosen(next);
    setOpen(true);
  }
  return (
    <Card as="section" aria-labelledby="own-templates" className="mb-6">
      <h2 id="own-templates" className="text-xl narrow:text-2xl">
        団体の文例
      </h2>
      {problem && !value && <LoadFailure message={problem.message} onRetry={reload} />}
      {!problem && !value && <Skeleton lines={3} label="文例を読み込んでいます" />}
      {value?.length === 0 && (
        <p className="mt-2 text-ink-2">
          文例はまだありません。よく使う文章を残しておくと、お礼をすぐに書き始められます。
        </p>
      )}
      <ul className="mt-3 divide-y divide-dashed divide-line">
        {value?.map((template) => (
          <li key={template.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-bold wrap-anywhere">{template.name}</p>
              <p className="text-sm text-ink-2 wrap-anywhere">{template.title}</p>
            </div>
            {mayChange && (
              <div className="flex flex-wrap gap-3">
                <Button
                  variant="outline"
                  size="small"
                  isBusy={isBeginning}
                  onClick={() => onBegin(template)}
                >
                  <span className="sr-only">「{template.name}」：</span>この文例で書く
                </Button>
                <Button variant="quiet" size="small" onClick={() => open(template)}>
                  <span className="sr-only">「{template.name}」：</span>文例を直す
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayChange && value && value.length < maxThanksTemplates && (
        <Button variant="outline" className="mt-3" onClick={() => open('new')}>
          文例を作る
        </Button>
      )}
      {mayChange && value && value.length >= maxThanksTemplates && (
        <p className="mt-3 text-sm text-ink-2">文例は{maxThanksTemplates}件までです。</p>
      )}
      <Dialog
        isOpen={isOpen}
        title={chosen === 'new' ? '文例を作る' : '文例を直す'}
        shape="wide"
        onClose={() => setOpen(false)}
      >
        <ThanksTemplateForm
          key={chosen === 'new' ? 'new' : chosen?.id}
          path={path}
          {...(chosen !== 'new' && chosen && { template: chosen })}
          onDone={reload}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </Card>
  );
}
