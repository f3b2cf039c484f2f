import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { ThreadReply } from '#people/messages/thread.ts';
import type { ThreadPart } from './thread-part.ts';
import { useThreadStep } from './use-thread-step.ts';

const empty = { body: '' };

/** A note for colleagues, never shown to the sender. */
export function NoteForm(part: ThreadPart) {
  const form = useForm({ schema: ThreadReply, initial: empty, onInvalid: showMessage });
  const step = useThreadStep<ThreadReply>(part, 'note', form.reset);
  return (
    <Form form={form} onSubmit={form.submit(step.send)} className="grid gap-3">
      <TextArea form={form} path="body" label="メモ" help="送った方には見えません" rows={3} />
      <SubmitError message={step.message} />
      <Button type="submit" variant="outline" size="small" isBusy={step.isPending}>
        メモを残す
      </Button>
    </Form>
  );
}
