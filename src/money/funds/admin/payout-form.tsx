import { useEffect, useEffectEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NumberField } from '#kit/forms/fields/number-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import {
  type Fund,
  maxCandidates,
  type PayoutCandidate,
  PayoutRequest,
  reasonLetters,
} from '#money/funds/fund.ts';

const { associateId, amountYen, reason } = PayoutRequest.shape;
const Entry = z.object({ associateId, amountYen, reason });
type Entry = z.infer<typeof Entry>;

const yen = (amount: number) => `${formatYen(amount)}円`;

type Props = { fund: Fund; onChanged: () => void };

/** Form of a pay-out: payee, amount and reason, confirmed once before the request is sent. */
export function PayoutForm({ fund, onChanged }: Props) {
  // Remounts the form after each pay-out.
  const [round, setRound] = useState(0);
  return (
    <Panel title="団体への支払いを依頼する">
      {fund.balanceYen > 0 ? (
        <EntryForm
          key={round}
          fund={fund}
          onChanged={onChanged}
          onDone={() => {
            setRound(round + 1);
            onChanged();
          }}
        />
      ) : (
        <p className="text-ink-2">残高がないため、いまは支払いを依頼できません。</p>
      )}
    </Panel>
  );
}

function EntryForm({ fund, onChanged, onDone }: Props & { onDone: () => void }) {
  const [chosen, setChosen] = useState<PayoutCandidate>();
  const [asked, setAsked] = useState<Entry>();
  const form = useForm({
    schema: Entry,
    initial: { associateId: '', amountYen: null as number | null, reason: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: PayoutRequest, idempotencyKey) =>
      send('POST /api/office/funds/:socialChallengeId/payouts', {
        params: { socialChallengeId: fund.socialChallengeId },
        body,
        idempotencyKey,
      }),
    {
      form,
      onDone({ dueAt }) {
        showToast(
          dueAt === null
            ? `${chosen?.name ?? ''}への支払いを依頼しました。もう1人の承認で決まります。`
            : 'ほかに承認できる人がいないため、1日おいて決まります。',
        );
        setAsked(undefined);
        onDone();
      },
    },
  );
  async function decide(entry: Entry) {
    const outcome = await submission.send({ ...entry, balanceSeenYen: fund.balanceYen });
    if (outcome?.kind === 'done') return;
    // The error's message stays; the figures beside it are reloaded.
    setAsked(undefined);
    onChanged();
  }
  const typed = typeof form.values.amountYen === 'number' ? form.values.amountYen : 0;
  const afterYen = fund.balanceYen - typed;
  return (
    <Form form={form} className="grid max-w-narrow gap-5" onSubmit={form.submit(setAsked)}>
      <ErrorSummary form={form} />
      <CandidatePicker
        form={form}
        socialChallengeId={fund.socialChallengeId}
        chosen={chosen}
        onChoose={setChosen}
      />
      <NumberField form={form} path="amountYen" label="金額（円）" required />
      <p className="tabular-nums" role="status">
        残高：{yen(fund.balanceYen)} → <b>{yen(afterYen)}</b>
        {afterYen < 0 && <span className="ml-2 font-bold text-error">残高を超えています</span>}
      </p>
      <TextArea
        form={form}
        path="reason"
        label="理由"
        required
        rows={4}
        maxLength={reasonLetters.most}
        help={`基金の公開ページに、そのまま表示されます。どなたにも伝わる言葉で、${reasonLetters.fewest}文字以上${reasonLetters.most}文字以内でお書きください。`}
      />
      <SubmitError message={submission.message} />
      <p>
        <Button type="submit">内容を確かめる</Button>
      </p>
      <Dialog
        isOpen={asked !== undefined}
        title="この内容で支払いを依頼しますか？"
        onClose={() => setAsked(undefined)}
        actions={
          <>
            <Button variant="outline" size="small" onClick={() => setAsked(undefined)}>
              戻る
            </Button>
            <Button
              size="small"
              isBusy={submission.isPending}
              onClick={() => asked && decide(asked)}
            >
              支払いを依頼する
            </Button>
          </>
        }
      >
        {asked && (
          <div className="grid gap-4">
            <Facts>
              <Fact label="基金">{fund.fundName}</Fact>
              <Fact label="団体">
                <b className="wrap-anywhere">{chosen?.name}</b>
              </Fact>
              <Fact label="金額">
                <b>{yen(asked.amountYen)}</b>
              </Fact>
              <Fact label="決めたあとの残高">{yen(fund.balanceYen - asked.amountYen)}</Fact>
              <Fact label="理由">
                <span className="whitespace-pre-line wrap-anywhere">{asked.reason}</span>
              </Fact>
            </Facts>
            <Notice>
              もう1人が承認すると、日付・金額・団体・理由が公開され、次の送金に加わります。それまでは何も記帳されません。
            </Notice>
          </div>
        )}
      </Dialog>
    </Form>
  );
}

const pauseMs = 300;

/** Finds a published organisation that works on the challenge; the form's `associateId` is its id. */
function CandidatePicker({
  form,
  socialChallengeId,
  chosen,
  onChoose,
}: {
  form: FormFields & { values: { associateId: string } };
  socialChallengeId: Fund['socialChallengeId'];
  chosen: PayoutCandidate | undefined;
  onChoose: (candidate: PayoutCandidate) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const asked = { params: { socialChallengeId }, query: { name: typed.trim() } };
  const route = 'GET /api/office/funds/:socialChallengeId/candidates';
  const found = useQuery(
    addressOf(route, asked),
    async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, typed === '' ? 0 : pauseMs));
      signal.throwIfAborted();
      return send(route, { ...asked, signal });
    },
    { keepsLast: true },
  );
  const items = found.value?.items ?? [];
  // Keeps the chosen one in the list, whatever is searched next.
  const offered = chosen && !items.some((one) => one.id === chosen.id) ? [chosen, ...items] : items;
  const picked = offered.find((one) => one.id === form.values.associateId);
  const notifyChosen = useEffectEvent(() => picked && onChoose(picked));
  const pickedId = picked?.id;
  useEffect(() => {
    if (pickedId !== undefined) notifyChosen();
  }, [pickedId]);
  return (
    <div className="grid gap-3">
      <div>
        <label htmlFor={id} className="block font-bold">
          支払い先の団体を名前で探す
        </label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          maxLength={100}
          className="control mt-1 block"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {found.problem ? (
        <LoadFailure message={found.problem.message} onRetry={found.reload} />
      ) : (
        <>
          <p role="status" className="text-sm text-ink-2">
            {statusOf(found.value?.items.length)}
          </p>
          {offered.length > 0 && (
            <RadioCards
              form={form}
              path="associateId"
              label="支払い先の団体"
              required
              columns={2}
              choices={offered.map(({ id: value, name, address, hasAccount }) => ({
                value,
                label: name,
                note: hasAccount ? address : '振込先の口座がまだ登録されていません',
              }))}
            />
          )}
        </>
      )}
    </div>
  );
}

function statusOf(count: number | undefined): string {
  if (count === undefined) return '探しています';
  if (count === 0) return '見つかりませんでした。この課題に取り組む、公開中の団体だけが選べます。';
  return count < maxCandidates
    ? `${count}団体が見つかりました。`
    : `はじめの${maxCandidates}団体です。名前を入力すると絞り込めます。`;
}
