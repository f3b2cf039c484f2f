import { useState } from 'react';
import * as z from 'zod/mini';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { isProven, opensIn } from './check-entry.ts';
import { type LogEntry, Opening } from './log-entry.ts';

const unreadable = '行の番号（0からの数字）か、寄付の控えの文字を、そのまま入れてください。';

const isPosition = (text: string): boolean => /^\d{1,12}$/.test(text);

/** The openings in a pasted text; undefined if it holds none. */
function openingsIn(text: string): Opening[] | undefined {
  try {
    const { data } = z.safeParse(z.array(Opening), [JSON.parse(text)].flat());
    return data && data.length > 0 ? data : undefined;
  } catch {
    return undefined;
  }
}

/** A position in the log, or the text of a gift's openings as downloaded. */
const Asked = z.object({
  text: z.string().check(
    z.trim(),
    z.maxLength(20_000, '控えが長すぎます。'),
    z.refine((text) => isPosition(text) || openingsIn(text) !== undefined, unreadable),
  ),
});

type Verdict = { entry: LogEntry; isIn: boolean; opening?: Opening };

async function check(text: string): Promise<Verdict[]> {
  const openings = isPosition(text) ? [undefined] : (openingsIn(text) ?? []);
  const verdicts: Verdict[] = [];
  for (const opening of openings) {
    const position = opening?.position ?? Number(text);
    const entry = await send('GET /api/public-log/:position', {
      params: { position },
      isAnonymous: true,
    });
    const isIn = (await isProven(entry)) && (!opening || (await opensIn(opening, entry)));
    verdicts.push({ entry, isIn, ...(opening && { opening }) });
  }
  return verdicts;
}

/** Checks in the browser that a line of the public book, or a step of one's own gift, is in the signed log. */
export function LogCheck() {
  const [verdicts, setVerdicts] = useState<Verdict[]>();
  const form = useForm({ schema: Asked, initial: { text: '' }, onInvalid: showMessage });
  const submission = useSubmission(({ text }: { text: string }) => check(text), {
    form,
    onDone: setVerdicts,
  });
  return (
    <div className="space-y-6">
      <Card>
        <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
          <ErrorSummary form={form} />
          <TextArea
            form={form}
            path="text"
            label="行の番号か、寄付の控え"
            rows={3}
            required
            help="お金の記録の行の番号か、寄付のページで受け取った控えを入れてください"
          />
          <SubmitError message={submission.message} />
          <Button type="submit" className="w-full" isBusy={submission.isPending}>
            記録を確かめる
          </Button>
        </Form>
      </Card>
      <div role="status" className="space-y-3">
        {verdicts?.map((verdict) => (
          <Answer key={verdict.opening?.hash ?? verdict.entry.position} {...verdict} />
        ))}
      </div>
    </div>
  );
}

function Answer({ entry, isIn, opening }: Verdict) {
  return (
    <Card>
      <p className={`font-bold ${isIn ? 'text-leaf' : 'text-error'}`}>
        {isIn
          ? `${entry.position}番の行は、署名された記録（${entry.size}行）に、このとおり含まれています。`
          : `${entry.position}番の行は、署名された記録と合いません。`}
      </p>
      <p className="mt-2 text-sm text-ink-2">{entry.day.replaceAll('-', '/')}に公開しました。</p>
      <Line text={opening?.line ?? entry.line} />
    </Card>
  );
}

/** Characters of a line that is shown at once; a longer one, such as one of hashes, opens. */
const maxShown = 400;

function Line({ text }: { text: string }) {
  const line = (
    <p className="mt-2 rounded-lg bg-sand p-3 font-mono text-sm [overflow-wrap:anywhere]">{text}</p>
  );
  if (text.length <= maxShown) return line;
  return (
    <details className="mt-2">
      <summary className="cursor-pointer py-2 text-sm underline">行の文字をすべて見る</summary>
      {line}
    </details>
  );
}
