import { useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { FileField } from '#kit/forms/fields/file-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { chosenFile, readBytes } from '#kit/lists/upload/chosen-file.ts';
import { TryButton } from '#kit/lists/upload/try-button.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import {
  type CarrierAnswer,
  maxAnswerBytes,
  type WordMeanings,
} from '#warehouse/tracking/carrier-answer.ts';
import { parcelStates } from '#warehouse/tracking/carrier-words.ts';
import {
  type OutBox,
  type OutBoxStep,
  outBoxFilterLabels,
  outBoxFilters,
  outBoxPageSize,
} from '#warehouse/tracking/out-box.ts';
import {
  formatTrackingNumber,
  parcelCarrierLabels,
  parcelCarriers,
} from '#warehouse/tracking/parcel.ts';
import { AnswerOutcome } from './answer-outcome.tsx';

export const meta = () => [
  { title: '送り状番号の取り込み｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/tracking',
  parameters: { state: [...outBoxFilters] },
  api: addressOf('GET /api/office/tracking/boxes'),
  rowKey: ({ appraisalId, number }) => `${appraisalId}-${number}`,
});

const pathOf = ({ appraisalId }: OutBox) => `/admin/applications/${appraisalId}`;
const tones: Record<OutBox['kitState'], ChipTone> = {
  sent: 'sky',
  delivered: 'leaf',
  returned: 'error',
  inquiry: 'honey',
  lost: 'error',
  damaged: 'error',
};

const look = (onMoved: () => void): ListDisplay<OutBox> => ({
  title: '発送した箱',
  pageSize: outBoxPageSize,
  csv: addressOf('GET /api/office/tracking/boxes.csv'),
  chips: {
    parameter: 'state',
    choices: [
      ['', 'まだ届いていない箱'],
      ...outBoxFilters.map((state) => [state, outBoxFilterLabels[state]] as [string, string]),
    ],
  },
  columns: (links) => [
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (box) => <RowLink {...links.page(pathOf(box))}>{box.appraisalId}</RowLink>,
    },
    { label: '箱', cell: ({ number, boxes }) => `${number}/${boxes}` },
    { label: 'お名前', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { label: '状態', cell: (box) => <StateChip box={box} /> },
    { label: '送り状番号', cell: (box) => <Slip box={box} /> },
    { label: '発送日', cell: (box) => <SentOn box={box} /> },
    { label: '手で直す', cell: (box) => <BoxSteps box={box} onMoved={onMoved} /> },
  ],
  card: (box, links) => (
    <>
      <CardLine>
        <RowLink {...links.page(pathOf(box))}>
          {box.appraisalId}（{box.number}/{box.boxes}箱）
        </RowLink>
        <StateChip box={box} />
      </CardLine>
      <p className="text-sm">
        <bdi>{box.name}</bdi>
      </p>
      <CardLine>
        <Slip box={box} />
        <SentOn box={box} />
      </CardLine>
      <BoxSteps box={box} onMoved={onMoved} />
    </>
  ),
  empty: () => ({ title: 'この状態の箱はありません' }),
});

/** The carrier's result file, and the boxes on their way. */
export default function TrackingPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="送り状番号の取り込み" />
      <div className="grid gap-4">
        <AnswerUpload onImported={list.reload} />
        <Panel title="発送した箱">
          <ListScreen list={list} look={look(list.reload)} />
        </Panel>
      </div>
    </>
  );
}

const StateChip = ({ box: { kitState, carrierWord, exceptionId } }: { box: OutBox }) => (
  <span className="inline-flex flex-wrap items-center gap-x-3">
    <Chip tone={tones[kitState]}>{outBoxFilterLabels[kitState]}</Chip>
    {carrierWord !== '' && carrierWord !== outBoxFilterLabels[kitState] && (
      <span className="text-sm wrap-anywhere text-ink-2">「{carrierWord}」</span>
    )}
    {exceptionId && (
      <Link
        to={`/admin/exceptions/${encodeURIComponent(exceptionId)}`}
        className="inline-flex min-h-11 items-center text-sm font-bold text-coral-dark underline underline-offset-4"
      >
        保留の棚で見る
      </Link>
    )}
  </span>
);

function Slip({ box: { carrier, trackingNumber } }: { box: OutBox }) {
  if (trackingNumber === '') return <span className="text-sm text-ink-2">番号なし</span>;
  return (
    <span className="text-sm tabular-nums">
      <span className="whitespace-nowrap">{formatTrackingNumber(trackingNumber)}</span>
      {carrier !== '' && <span className="block text-ink-2">{parcelCarrierLabels[carrier]}</span>}
    </span>
  );
}

const SentOn = ({ box: { kitSentAt, daysOut } }: { box: OutBox }) => (
  <span className="text-sm whitespace-nowrap tabular-nums">
    {formatDate(kitSentAt)}
    <span className="text-ink-2">（{daysOut === 0 ? '今日' : `${daysOut}日前`}）</span>
  </span>
);

/** Records a box's state by hand, as the carrier could. */
export function BoxSteps({ box, onMoved }: { box: OutBox; onMoved: () => void }) {
  const { appraisalId, number, kitState, version } = box;
  const moving = useSubmission(
    (body: OutBoxStep) =>
      send('POST /api/office/tracking/boxes/:appraisalId/:number', {
        params: { appraisalId, number },
        body,
      }),
    {
      onDone({ kitState: now }) {
        showToast(`${appraisalId}の${number}箱めを「${outBoxFilterLabels[now]}」にしました。`);
        refreshMenuCounts();
        onMoved();
      },
    },
  );
  async function move(to: OutBoxStep['to']) {
    const outcome = await moving.send({ to, version });
    if (!outcome || outcome.kind === 'done') return;
    await showMessage({ title: '変更できませんでした', message: outcome.message });
    onMoved();
  }
  const possible = parcelStates.filter((to) => to !== kitState);
  return (
    <span className="flex flex-wrap gap-x-3">
      {possible.map((to) => (
        <button
          key={to}
          type="button"
          disabled={moving.isPending}
          onClick={() => void move(to)}
          aria-label={`${appraisalId}の${number}箱めを「${outBoxFilterLabels[to]}」にする`}
          className="min-h-11 text-sm font-bold text-coral-dark underline underline-offset-4"
        >
          {outBoxFilterLabels[to]}
        </button>
      ))}
    </span>
  );
}

const Chosen = z.object({
  file: chosenFile('運送会社のCSVファイル', maxAnswerBytes),
  carrier: z.enum(parcelCarriers),
});
type Chosen = z.infer<typeof Chosen>;

const carrierChoices = parcelCarriers.map((value) => ({
  value,
  label: parcelCarrierLabels[value],
}));
const nothing: { file: File | null; carrier: Chosen['carrier'] } = { file: null, carrier: 'other' };

/** The file's bytes at the time of the check: the same bytes are imported. */
type Sent = { name: string; bytes: Blob; carrier: Chosen['carrier'] };
type Answered = Sent & { meanings: WordMeanings };
type Stage = { kind: 'tried' | 'done'; chosen: Chosen; sent: Sent; answer: CarrierAnswer };

const ask = ({ name, bytes, carrier, meanings }: Answered, dryRun: boolean) => {
  const body = new FormData();
  // Before the file, which is parsed as it streams in.
  body.append('meanings', JSON.stringify(meanings));
  body.append('file', bytes, name);
  const query = { dryRun: dryRun ? 'true' : 'false', carrier } as const;
  return api<CarrierAnswer>(addressOf('POST /api/office/tracking/answer', { query }), { body });
};

/** The carrier's result file: chosen, checked, then imported. */
function AnswerUpload({ onImported }: { onImported: () => void }) {
  const [stage, setStage] = useState<Stage>();
  const form = useForm({ schema: Chosen, initial: nothing });
  const trying = useSubmission(
    async (chosen: Chosen): Promise<Stage> => {
      const { file, carrier } = chosen;
      const sent = { name: file.name, bytes: await readBytes(file), carrier };
      return { kind: 'tried', chosen, sent, answer: await ask({ ...sent, meanings: [] }, true) };
    },
    { onDone: setStage },
  );
  const importing = useSubmission(
    async ({ chosen, sent, meanings }: Stage & { meanings: WordMeanings }): Promise<Stage> => ({
      kind: 'done',
      chosen,
      sent,
      answer: await ask({ ...sent, meanings }, false),
    }),
    {
      onDone(done) {
        setStage(done);
        form.reset();
        refreshMenuCounts();
        onImported();
      },
    },
  );
  const { file, carrier } = form.values;
  const isStale =
    stage?.kind === 'tried' && (stage.chosen.file !== file || stage.chosen.carrier !== carrier);
  return (
    <>
      <Panel title="運送会社のファイルを取り込む">
        <Form
          form={form}
          className="grid gap-4"
          onSubmit={form.submit((chosen) => {
            setStage(undefined);
            return trying.send(chosen);
          })}
        >
          <ErrorSummary form={form} />
          <FileField
            form={form}
            path="file"
            label="送り状番号の入ったCSV"
            required
            help="B2クラウドとe飛伝IIIの書き出し、または「申込番号」と「送り状番号」の見出しがあるCSVを読み取ります。文字コードと列は、自動で見つけます。"
          />
          <RadioCards
            form={form}
            path="carrier"
            label="ファイルに運送会社が書かれていないとき"
            choices={carrierChoices}
            columns={3}
          />
          <SubmitError message={trying.message} />
          <TryButton
            isBusy={importing.isPending}
            progress={trying.isPending ? <ProgressBar label="ためし読みしています" /> : undefined}
          />
        </Form>
      </Panel>
      {stage && !isStale && (
        <AnswerOutcome
          key={JSON.stringify([stage.kind, stage.answer])}
          fileName={stage.sent.name}
          answer={stage.answer}
          isDone={stage.kind === 'done'}
          isImporting={importing.isPending}
          message={importing.message}
          onImport={(meanings) => importing.send({ ...stage, meanings })}
        />
      )}
    </>
  );
}
