import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import {
  type AdminAssociateDetail,
  AssociateMove,
} from '#organisations/associates/admin-associate.ts';
import {
  type AssociateState,
  associateStates,
  nextAssociateStates,
} from '#organisations/associates/associate-state.ts';
import type { PanelProps } from './panel-props.ts';

const labels: Record<AssociateState, string> = {
  draft: '準備に戻す',
  published: '公開する',
  paused: '休止する',
  ended: '終了する',
};

const explained: Record<AssociateState, string> = {
  draft: 'まだ、どこにも表示しません。',
  published: 'サイトに表示し、寄付のお申し込みを受け付けます。',
  paused: 'ページは読めますが、寄付のお申し込みは受け付けません。検索にも出ません。',
  ended: '終了のお知らせと、これまでの記録を表示します。検索には出ません。',
};

/** The state of an organisation, what is missing for publication, and the possible changes of state. */
export function StatePanel({ path, associate, mayEdit, onChanged }: PanelProps) {
  const { state, missing, mergedInto, stateNote, endedOn } = associate;
  const [planned, setPlanned] = useState<AssociateState>();
  const mayPublish = missing.length === 0;
  return (
    <Panel title={`状態：${associateStates[state]}`}>
      <div className="grid gap-3">
        <p className="text-sm">
          {mergedInto === ''
            ? explained[state]
            : `団体「${mergedInto}」に統合しました。アドレスはそちらへ移ります。`}
        </p>
        {endedOn && <p className="text-sm">終了した日：{endedOn.replaceAll('-', '/')}</p>}
        {stateNote && <p className="text-sm whitespace-pre-line">{stateNote}</p>}
        {missing.length > 0 && state !== 'published' && mergedInto === '' && (
          <div className="rounded-xl bg-honey-soft px-4 py-3 text-sm">
            <p>公開するには、次のものが必要です。</p>
            <ul className="mt-1 list-disc pl-5">
              {missing.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
          </div>
        )}
        {mayEdit && mergedInto === '' && (
          <div className="flex flex-wrap gap-2.5">
            {nextAssociateStates[state]
              .filter((to) => to !== 'published' || mayPublish)
              .map((to) => (
                <Button
                  key={to}
                  size="small"
                  variant={to === 'published' ? 'primary' : 'outline'}
                  onClick={() => setPlanned(to)}
                >
                  {/* The page's own button beside it is called the same. */}
                  {state === 'draft' && to === 'published' ? 'いまの内容で公開する' : labels[to]}
                </Button>
              ))}
          </div>
        )}
      </div>
      <Dialog
        isOpen={planned !== undefined}
        title={planned ? `${labels[planned]}` : ''}
        onClose={() => setPlanned(undefined)}
      >
        {planned && (
          <MoveForm
            key={planned}
            {...{ path, associate, to: planned }}
            onClose={() => setPlanned(undefined)}
            onDone={(changed) => {
              setPlanned(undefined);
              onChanged(changed);
            }}
          />
        )}
      </Dialog>
    </Panel>
  );
}

function MoveForm({
  path,
  associate,
  to,
  onClose,
  onDone,
}: Pick<PanelProps, 'path' | 'associate'> & {
  to: AssociateState;
  onClose: () => void;
  onDone: (changed: AdminAssociateDetail) => void;
}) {
  const form = useForm({
    schema: AssociateMove,
    initial: { from: associate.state, to, endedOn: '', note: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: AssociateMove) => api<AdminAssociateDetail>(`${path}/state`, { body }),
    {
      form,
      onDone(changed) {
        showToast(`「${associateStates[changed.state]}」にしました。`);
        onDone(changed);
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <p>
        {associate.name}：{explained[to]}
      </p>
      {to === 'ended' && (
        <TextField
          form={form}
          path="endedOn"
          type="date"
          label="終了した日"
          optional
          help="空のままなら今日です。"
        />
      )}
      {to !== 'published' && (
        <TextArea
          form={form}
          path="note"
          label="ページに表示するお知らせ"
          rows={3}
          maxLength={500}
        />
      )}
      <FormButtons submission={submission} onCancel={onClose}>
        {labels[to]}
      </FormButtons>
    </Form>
  );
}
