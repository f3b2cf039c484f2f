import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { useSession } from '#people/session/session.ts';
import type { PreviewSwitch, SetupCheck, SetupState } from '#people/setup/setup-state.ts';

export const meta = () => [
  { title: '開設の準備｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The open tasks before the service opens, the next one, and the switch to open it. */
export default function SetupScreen() {
  const query = useQuery<SetupState>('/api/office/setup');
  return (
    <>
      <PageHead title="開設の準備" />
      {query.problem && !query.value ? (
        <LoadFailure message={query.problem.message} onRetry={query.reload} />
      ) : query.value ? (
        <div className="grid gap-5">
          <OpeningSwitch state={query.value} onChange={query.change} />
          <Panel title={query.value.isOpen ? '準備の一覧' : '開くまでに必要なこと'}>
            <CheckList checks={query.value.checks} onChange={query.change} />
          </Panel>
        </div>
      ) : (
        <Panel label="開くまでに必要なこと">
          <Skeleton lines={10} />
        </Panel>
      )}
    </>
  );
}

type OpeningProps = { state: SetupState; onChange: (state: SetupState) => void };

/** Whether the service is open, and the next task. */
function OpeningSwitch({ state, onChange }: OpeningProps) {
  const { role } = useSession();
  const next = state.checks.find(({ isRequired, isDone }) => isRequired && !isDone);
  const mayOpen = may(role, 'service.open');
  if (state.isOpen) {
    return (
      <Panel title="サービスは開いています">
        <p>どなたでも団体を探し、箱を申し込めます。</p>
        {mayOpen && <CloseButton onChange={onChange} />}
      </Panel>
    );
  }
  return (
    <Panel title="サービスはまだ開いていません">
      <p>
        サイトには「まもなく開きます」と表示されています。
        {next
          ? '下の一覧を上から順に済ませて、サービスを開きましょう。'
          : '必要な準備がそろいました。開くと、どなたでも団体を探し、箱を申し込めるようになります。'}
      </p>
      {next ? (
        <p className="mt-4">
          <ButtonLink to={next.to}>つぎへ：{next.label}</ButtonLink>
        </p>
      ) : mayOpen ? (
        <OpenButton onChange={onChange} />
      ) : (
        <div className="mt-4">
          <Notice title="サービスを開くのは、運営の責任者です">
            内容をお確かめのうえ、責任者に開くことをお願いしてください。
          </Notice>
        </div>
      )}
      <Preview />
    </Panel>
  );
}

/** Shows the public pages in this browser before the opening (docs/decisions/0006). */
function Preview() {
  const isOn = useRouteLoaderData<{ isPreview?: boolean }>('root')?.isPreview ?? false;
  const submission = useSubmission(
    (body: PreviewSwitch) => api<PreviewSwitch>('/api/office/setup/preview', { body }),
    // A full load: the loaded data is from the other mode of the site.
    { onDone: (now) => window.location.assign(now.isOn ? '/' : '/admin/setup') },
  );
  const setPreview = (next: boolean) => submission.send({ isOn: next });
  return (
    <div className="mt-6 space-y-3 border-t border-dashed border-line pt-4">
      <p>
        開いたあとのサイトを、いまのうちに、このブラウザーで見られます。ほかの方には見えません。1時間たつか、ログアウトすると終わります。
      </p>
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="small"
          isBusy={submission.isPending}
          onClick={() => setPreview(true)}
        >
          公開前のサイトを見る
        </Button>
        {isOn && (
          <Button
            variant="quiet"
            size="small"
            disabled={submission.isPending}
            onClick={() => setPreview(false)}
          >
            見るのをやめる
          </Button>
        )}
      </div>
    </div>
  );
}

function useOpening(isOpen: boolean, onDone: (state: SetupState) => void) {
  return useSubmission(() => api<SetupState>('/api/office/setup/opening', { body: { isOpen } }), {
    onDone,
  });
}

function OpenButton({ onChange }: Pick<OpeningProps, 'onChange'>) {
  const submission = useOpening(true, (state) => {
    showToast('サービスを開きました。');
    onChange(state);
  });
  return (
    <div className="mt-4 space-y-3">
      <SubmitError message={submission.message} />
      <Button isBusy={submission.isPending} onClick={() => submission.send(undefined)}>
        サービスを開く
      </Button>
    </div>
  );
}

function CloseButton({ onChange }: Pick<OpeningProps, 'onChange'>) {
  const [isAsking, setAsking] = useState(false);
  const submission = useOpening(false, (state) => {
    showToast('サービスを閉じました。');
    setAsking(false);
    onChange(state);
  });
  return (
    <p className="mt-4">
      <Button variant="outline" size="small" onClick={() => setAsking(true)}>
        サービスを閉じる
      </Button>
      <Dialog
        isOpen={isAsking}
        title="サービスを閉じますか"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              やめる
            </Button>
            <Button isBusy={submission.isPending} onClick={() => submission.send(undefined)}>
              閉じる
            </Button>
          </>
        }
      >
        <p>
          団体のページや申し込みは見られなくなり、「まもなく開きます」と表示されます。これまでのお申し込みの確認と、マイページは、引き続きご利用いただけます。
        </p>
        <SubmitError message={submission.message} />
      </Dialog>
    </p>
  );
}

type OnChange = (state: SetupState) => void;

/** The tasks before the service opens, in order. */
function CheckList({ checks, onChange }: { checks: readonly SetupCheck[]; onChange: OnChange }) {
  return (
    <ol className="divide-y divide-dashed divide-line">
      {checks.map((check) => (
        <CheckLine key={check.id} check={check} onChange={onChange} />
      ))}
    </ol>
  );
}

function CheckLine({ check, onChange }: { check: SetupCheck; onChange: OnChange }) {
  const { role } = useSession();
  const { label, help, to, isDone, isRequired, mayConfirm } = check;
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 narrow:grid-cols-[5.5rem_1fr_auto] narrow:items-start">
      <p>
        {isDone ? (
          <Chip tone="leaf">済み</Chip>
        ) : isRequired ? (
          <Chip tone="honey">未完了</Chip>
        ) : (
          <Chip>おすすめ</Chip>
        )}
      </p>
      <div className="min-w-0">
        <p className="font-bold [word-break:auto-phrase]">{label}</p>
        <p className="text-sm text-ink-2">{help}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        {to !== '' && (
          <Link to={to} className="inline-flex min-h-11 items-center underline">
            {isDone ? '確かめる' : '設定する'}
            <span className="sr-only">：{label}</span>
          </Link>
        )}
        {mayConfirm && !isDone && may(role, 'settings.change') && (
          <ConfirmButton check={check} onChange={onChange} />
        )}
      </div>
    </li>
  );
}

function ConfirmButton({
  check: { id, label },
  onChange,
}: {
  check: SetupCheck;
  onChange: OnChange;
}) {
  const submission = useSubmission(
    () => api<SetupState>('/api/office/setup/confirm', { body: { id } }),
    { onDone: onChange },
  );
  return (
    <>
      <Button
        variant="outline"
        size="small"
        isBusy={submission.isPending}
        onClick={() => submission.send(undefined)}
      >
        このまま使う<span className="sr-only">：{label}</span>
      </Button>
      <SubmitError message={submission.message} />
    </>
  );
}
