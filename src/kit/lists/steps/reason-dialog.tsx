import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import type { CallAddress } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { RunReason } from '#money/remittances/run.ts';
import { StepError } from './step-error.tsx';
import { useStep } from './use-step.ts';

const ReasonInput = z.object({ reason: RunReason.shape.reason });
type ReasonInput = z.infer<typeof ReasonInput>;

type ReasonDialogProps<Answer, More> = {
  title: string;
  /** The call's address, and the body besides the reason. */
  path: string | CallAddress<Answer, ReasonInput & More>;
  more: More;
  /** What the step causes. */
  children: ReactNode;
  action: string;
  done: string;
  isOpen: boolean;
  onClose: () => void;
  onDone: (answer: Answer) => void;
  onReload: () => void;
};

/** Asks for the reason of a step that reverses or removes something, and takes the step. */
export function ReasonDialog<Answer, More extends object>(props: ReasonDialogProps<Answer, More>) {
  return (
    <Dialog isOpen={props.isOpen} title={props.title} onClose={props.onClose}>
      <ReasonForm {...props} />
    </Dialog>
  );
}

function ReasonForm<Answer, More extends object>(props: ReasonDialogProps<Answer, More>) {
  const { path, more, children, action, done, onClose, onDone, onReload } = props;
  const form = useForm({ schema: ReasonInput, initial: { reason: '' } });
  const step = useStep<ReasonInput & More, Answer>(path, {
    form,
    done,
    onDone(answer) {
      onClose();
      onDone(answer);
    },
  });
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={form.submit((reasoned) => step.send({ ...reasoned, ...more }))}
    >
      <ErrorSummary form={form} />
      <div className="grid gap-2">{children}</div>
      <TextField
        form={form}
        path="reason"
        label="理由"
        required
        maxLength={200}
        help="運営の記録に残ります。200文字まで。"
      />
      <StepError
        step={step}
        onReload={() => {
          onClose();
          onReload();
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        <Button type="submit" size="small" isBusy={step.isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
