import type { IdentityCheck as State } from '#giving/applications/application-state.ts';
import { send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { FileField } from '#kit/forms/fields/file-field.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type ChosenPapers,
  nothingChosen,
  paperTypes,
  ChosenPapers as Schema,
} from './chosen-papers.ts';
import {
  identityLabels,
  onHoldMessages,
  type PaperKind,
  paperFacts,
  paperKinds,
  whyIdentity,
} from './identity-check.ts';
import type { IdentityCheckStatus } from './identity-check-schema.ts';
import { paperRetention } from './paper-retention.ts';
import { usePapersUpload } from './use-papers-upload.ts';

const tones: Record<State, ChipTone> = {
  'not-needed': 'plain',
  due: 'honey',
  submitted: 'sky',
  approved: 'leaf',
  rejected: 'error',
};

/**
 * The identity check of the donor's own application: its state, and the form while papers are due. `whose` keeps the
 * data of different people apart; undefined until known.
 */
export function IdentityCheck({
  whose,
  appraisalId,
  token,
  onSent,
}: {
  whose: string | undefined;
  appraisalId: string;
  /** A guest's mailed token; a donor is identified by the sign-in. */
  token?: string | undefined;
  onSent?: () => void;
}) {
  const proof = { appraisalId, token };
  const check = useQuery(whose && `${whose} ${appraisalId}`, () =>
    send('POST /api/applications/identity-check', { body: proof }),
  );
  if (check.problem) return <LoadFailure message={check.problem.message} onRetry={check.reload} />;
  if (!check.value) {
    return (
      <Card>
        <Skeleton lines={8} label="本人確認の状況を読み込んでいます" />
      </Card>
    );
  }
  const { value: status } = check;
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[1fr_340px]">
      <Card as="section" aria-label="本人確認の状況" className="min-w-0 space-y-6">
        <Head status={status} />
        <News status={status} />
        {status.canSend && (
          <PapersForm
            // Rejected papers must be chosen again, so the form is remounted.
            key={status.identity}
            proof={proof}
            onSent={(sent) => {
              check.change(sent);
              showToast('書類をお預かりしました。');
              onSent?.();
            }}
          />
        )}
      </Card>
      <Card as="aside" aria-label="本人確認について">
        <CheckExplained />
      </Card>
    </div>
  );
}

function Head({ status: { appraisalId, targetName, amountYen, identity } }: Status) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="text-sm text-ink-2 tabular-nums">申込番号 {appraisalId}</p>
        <h2 className="mt-1 font-sans text-lg narrow:text-xl">{targetName}</h2>
        {amountYen !== null && (
          <p className="figures text-2xl text-coral-dark">
            <span className="mr-2 text-sm text-ink-2">査定額</span>
            {formatYen(amountYen)}円
          </p>
        )}
      </div>
      <Chip tone={tones[identity]}>{identityLabels[identity]}</Chip>
    </div>
  );
}

function News({ status: { identity, papers, reason, canSend } }: Status) {
  if (identity === 'rejected' && canSend) {
    return (
      <Notice kind="error" title={onHoldMessages.rejected}>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">理由：{reason}</p>
        <p className="mt-1 text-sm">お預かりした書類は、消去しました。</p>
      </Notice>
    );
  }
  if (identity === 'submitted' || identity === 'approved') {
    return (
      <Notice
        kind={identity === 'approved' ? 'success' : 'info'}
        title={
          identity === 'approved'
            ? '本人確認が済みました。ありがとうございました。'
            : onHoldMessages.submitted
        }
      >
        <ul className="mt-1">
          {papers.map(({ kind, submittedAt }) => (
            <li key={kind}>
              {paperFacts[kind].label}（{formatDate(submittedAt)}にお預かり）
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  if (canSend) return <p>次の書類を2点お送りください。写真でも、PDFでもかまいません。</p>;
  return <p>このお申し込みには、いまのところ、本人確認の書類は必要ありません。</p>;
}

type Status = { status: IdentityCheckStatus };

const steps = [
  'この画面から、書類を2点お送りいただきます。',
  '運営者が、お申し込みの内容と合っているかを確かめます。',
  '書類に書かれたご住所へ、転送不要の簡易書留でお手紙をお送りします。',
  'お手紙が届いたことを確かめると、寄付が成立します。メールでお知らせします。',
];

/** Why papers are required, what happens to them, and when they are deleted. */
function CheckExplained() {
  return (
    <div className="space-y-5">
      <div>
        <h2 className="font-sans text-lg">なぜ必要なのですか</h2>
        <p className="mt-1">
          {whyIdentity}確認が済むまで寄付は保留になりますが、お品物は大切にお預かりしています。
        </p>
      </div>
      <div>
        <h2 className="font-sans text-lg">これからの流れ</h2>
        <ol className="mt-1 list-decimal space-y-1 pl-6">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div>
        <h2 className="font-sans text-lg">書類の取り扱い</h2>
        <ul className="mt-1 list-disc space-y-1 pl-6">
          <li>
            暗号化して保管し、運営の担当者だけが、確認のためだけに見ます。見た記録が残ります。
          </li>
          <li>写真からは、撮影した場所などの情報を取り除きます。</li>
          <li>確認が済んだ書類は、{paperRetention.approved}保存し、そのあと自動で消去します。</li>
          <li>
            差し戻した書類は{paperRetention.returned}し、確認が済まない書類は
            {paperRetention.waiting}で消去します。
          </li>
        </ul>
        <p className="mt-2">
          <Link to="/privacy" className="text-coral-dark underline">
            プライバシーポリシー
          </Link>
        </p>
      </div>
    </div>
  );
}

/** The form in which the two papers of an identity check are chosen and sent. */
function PapersForm({
  proof,
  onSent,
}: {
  proof: { appraisalId: string; token?: string | undefined };
  onSent: (status: IdentityCheckStatus) => void;
}) {
  const form = useForm({ schema: Schema, initial: nothingChosen, onInvalid: showMessage });
  const upload = usePapersUpload({ proof, form, onSent });
  const { isPending, share } = upload;
  return (
    <Form
      form={form}
      className="space-y-6"
      onSubmit={form.submit((chosen) => upload.send(withoutUnusedBacks(chosen)))}
    >
      <ErrorSummary form={form} />
      <PaperFields form={form} place={0} />
      <PaperFields form={form} place={1} />
      <SubmitError message={upload.message} />
      {isPending ? (
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-48 grow">
            <ProgressBar
              label={share < 1 ? '書類を送っています' : '書類を暗号化しています'}
              value={share < 1 ? Math.round(share * 100) : undefined}
            />
          </div>
          <Button variant="outline" size="small" onClick={upload.cancel}>
            送信をやめる
          </Button>
        </div>
      ) : (
        <Button type="submit" className="w-full">
          書類を送る
        </Button>
      )}
    </Form>
  );
}

/** Drops a back that was chosen before the kind was changed to one without a back. */
const withoutUnusedBacks = ({ papers: [first, second] }: ChosenPapers): ChosenPapers => ({
  papers: [withoutUnusedBack(first), withoutUnusedBack(second)],
});

const withoutUnusedBack = <Paper extends ChosenPapers['papers'][number]>(paper: Paper): Paper => ({
  ...paper,
  back: paperFacts[paper.kind].hasBack ? paper.back : null,
});

const choicesOf = (kinds: readonly PaperKind[]) =>
  kinds.map((value) => ({ value, label: paperFacts[value].label }));
const identityPapers = choicesOf(paperKinds.filter((kind) => paperFacts[kind].isIdentityPaper));

const titles = ['1点目：身分証明書', '2点目：1点目と違う書類'] as const;

/** One of the two papers: its kind, its front, and its back if an address may be there. */
function PaperFields({ form, place }: { form: FormFields; place: 0 | 1 }) {
  const path = `papers.${place}`;
  const kind = form.valueAt(`${path}.kind`) as PaperKind | '';
  const facts = kind === '' ? undefined : paperFacts[kind];
  const number = `${place + 1}点目`;
  const first = form.valueAt('papers.0.kind');
  const choices =
    place === 0 ? identityPapers : choicesOf(paperKinds.filter((other) => other !== first));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-tile border border-line p-4 narrow:p-5">
      <legend className="px-1 font-bold text-ink">{titles[place]}</legend>
      <SelectField
        form={form}
        path={`${path}.kind`}
        label={`${number}の種類`}
        required
        choices={choices}
        emptyLabel="選んでください"
      />
      <FileField
        form={form}
        path={`${path}.front`}
        label={facts?.hasBack ? `${number}の表面` : `${number}の書類`}
        required
        help={
          facts?.note ?? '四隅まで入るように、明るいところで撮った写真か、PDFを選んでください。'
        }
        accept={paperTypes}
      />
      {facts?.hasBack && (
        <FileField
          form={form}
          path={`${path}.back`}
          label={`${number}の裏面（変更が書かれているとき）`}
          accept={paperTypes}
        />
      )}
    </fieldset>
  );
}
