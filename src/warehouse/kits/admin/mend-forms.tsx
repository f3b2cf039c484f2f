import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { KitBatch, KitBatchEntry, MendRequest } from '#warehouse/kits/kit-batch.ts';
import { SagawaLines, slipLineLabels, YamatoLines } from '#warehouse/kits/slip-lines.ts';

type MendProps = {
  entry: KitBatchEntry;
  /** Slips can be corrected only while the batch is frozen. */
  batch: KitBatch;
  onMended: () => void;
  /** Called after a conflict with a colleague's change. */
  onStale: () => void;
  /** Called when the entry was taken out of the batch. */
  onTakenOut: () => void;
};

const schemas = { yamato: YamatoLines, sagawa: SagawaLines };
const names = { yamato: 'ヤマト', sagawa: '佐川' } as const;

/** Each carrier's printed lines of a slip, to correct where they do not fit. */
export function MendForms(props: MendProps) {
  const { entry } = props;
  return (
    <div className="grid gap-6">
      <p className="text-sm wrap-anywhere">
        束にしたときの住所：{entry.address}
        <span className="ml-2">{entry.name} 様</span>
      </p>
      {(['yamato', 'sagawa'] as const).map((carrier) => (
        <MendForm key={carrier} carrier={carrier} {...props} />
      ))}
      {props.batch.state === 'frozen' && isDueToLeave(entry) && <TakeOut {...props} />}
    </div>
  );
}

const isDueToLeave = ({ state, isSentByHand }: KitBatchEntry) =>
  state === 'waiting' && !isSentByHand;

/** Takes one application out of the batch, so that the files of the others can be written at once. */
function TakeOut({ entry, batch, onTakenOut, onStale }: MendProps) {
  const removal = useSubmission(
    () =>
      send('POST /api/office/kits/batches/:id/entries/:position/take-out', {
        params: { id: batch.id, position: entry.position },
        body: {},
        ifMatch: `"${batch.version}"`,
      }),
    {
      onDone() {
        showToast(`${entry.appraisalId}を束から外しました。`);
        onTakenOut();
      },
    },
  );
  async function takeOut() {
    const outcome = await removal.send(undefined);
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onStale();
  }
  return (
    <section aria-label="束から外す" className="grid gap-3 border-t border-line pt-4">
      <p className="text-sm">
        すぐに直せないときは、この1件だけを束から外すと、ほかの送り状を書き出せます。外したものは「今日発送する箱」に戻ります。印刷した送り状とラベルがあれば、使わずに破棄してください。
      </p>
      <SubmitError message={removal.message} />
      <div className="flex justify-end">
        <Button
          variant="outline"
          size="small"
          isBusy={removal.isPending}
          onClick={() => void takeOut()}
        >
          この1件を束から外す
        </Button>
      </div>
    </section>
  );
}

function MendForm({
  carrier,
  entry,
  batch,
  onMended,
  onStale,
}: MendProps & { carrier: keyof typeof names }) {
  const { lines, problems } = entry[carrier];
  const form = useForm<Record<string, string>, YamatoLines | SagawaLines>({
    schema: schemas[carrier],
    initial: lines,
  });
  const saving = useSubmission(
    (changed: YamatoLines | SagawaLines) =>
      send('POST /api/office/kits/batches/:id/entries/:position/slip', {
        params: { id: batch.id, position: entry.position },
        body: { carrier, lines: changed, seen: lines } as MendRequest,
      }),
    {
      form,
      onDone() {
        showToast('送り状の住所を保存しました。');
        onMended();
      },
    },
  );
  const isFrozen = batch.state === 'frozen';
  async function save(changed: YamatoLines | SagawaLines) {
    const outcome = await saving.send(changed);
    // Shows a colleague's version beside the typed one before it can be saved again.
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onStale();
  }
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-3">
      <h3 className="font-sans text-base font-bold">{names[carrier]}</h3>
      {problems.length > 0 && (
        <Notice kind="error" title="このままでは書き出せません">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ErrorSummary form={form} />
      {Object.entries(slipLineLabels[carrier]).map(([field, label]) => (
        <TextField key={field} form={form} path={field} label={label} readOnly={!isFrozen} />
      ))}
      <SubmitError message={saving.message} />
      {isFrozen && (
        <div className="flex justify-end">
          <Button type="submit" size="small" isBusy={saving.isPending}>
            この分け方で保存する
          </Button>
        </div>
      )}
    </Form>
  );
}
