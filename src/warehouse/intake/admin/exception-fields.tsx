import { type ReactNode, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { outcomeOf } from '#kit/forms/submission.ts';
import type { FormFields } from '#kit/forms/use-form.ts';
import { imageTypes } from '#kit/images/image.ts';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import {
  type Colleague,
  endingsOf,
  exceptionEndings,
  exceptionKinds,
  kindsBeside,
  mostExceptionPictures,
} from '#warehouse/intake/box-exception.ts';

const kindChoices = (kind: string) =>
  kindsBeside(kind).map((value) => ({ value, label: exceptionKinds[value] }));
const endingChoices = (kind: string) => [
  { value: '', label: '対応中' },
  ...endingsOf(kind).map((value) => ({ value, label: exceptionEndings[value] })),
];

/** The possible assignees of an exception, including the current one even without permission any more. */
function assigneeChoices(colleagues: readonly Colleague[], owner: Colleague | undefined) {
  const isKnown = owner === undefined || colleagues.some(({ uid }) => uid === owner.uid);
  const all = isKnown ? colleagues : [...colleagues, owner];
  return all.map(({ uid, name }) => ({ value: uid, label: name }));
}

/** Renders a form once the assignees are loaded: a select without its options would lose its value. */
export function WithColleagues({
  children,
}: {
  children: (colleagues: readonly Colleague[]) => ReactNode;
}) {
  const { value, problem, reload } = useQuery(addressOf('GET /api/office/intake/colleagues'));
  if (value) return children(value);
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  return <Skeleton lines={6} label="担当者を読み込んでいます" />;
}

/** The fields of an exception; with `hasEnding` also how it ended. */
export function ExceptionFields({
  form,
  colleagues,
  owner,
  hasEnding = false,
}: {
  form: FormFields;
  colleagues: readonly Colleague[];
  owner?: Colleague;
  hasEnding?: boolean;
}) {
  const kind = String(form.valueAt('kind'));
  return (
    <>
      <SelectField form={form} path="kind" label="種類" required choices={kindChoices(kind)} />
      <TextField
        form={form}
        path="place"
        label="置き場所"
        required
        maxLength={60}
        help="例：棚3の上"
      />
      <TextArea form={form} path="reason" label="詳しい理由" required rows={3} />
      <TextField
        form={form}
        path="appraisalId"
        label="申込番号"
        optional
        autoComplete="off"
        help="わかるときだけ"
      />
      <ExceptionPictures form={form} />
      <SelectField
        form={form}
        path="ownerUid"
        label="担当者"
        required
        choices={assigneeChoices(colleagues, owner)}
        emptyLabel="選んでください"
      />
      <TextField form={form} path="dueOn" type="date" label="期限" required />
      {hasEnding && (
        <>
          <SelectField
            form={form}
            path="ending"
            label="どうなったか"
            choices={endingChoices(kind)}
          />
          <TextArea form={form} path="endingNote" label="どうなったかのメモ" optional rows={3} />
        </>
      )}
    </>
  );
}

/** Photos of a box: taken or chosen, and uploaded at once, unedited. */
function ExceptionPictures({ form }: { form: FormFields }) {
  const { error, change, value } = form.register('imageIds');
  const imageIds = (value ?? []) as string[];
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  async function send(files: readonly File[]) {
    setBusy(true);
    setMessage(undefined);
    const sent: string[] = [];
    try {
      for (const file of files.slice(0, mostExceptionPictures - imageIds.length)) {
        const body = new FormData();
        body.append('image', file, file.name);
        const path = '/api/upload/image/exceptions?kind=box-exception';
        sent.push((await api<{ imageId: string }>(path, { body })).imageId);
      }
    } catch (problem) {
      setMessage(outcomeOf(problem).message);
    }
    setBusy(false);
    if (sent.length > 0) change([...imageIds, ...sent]);
  }
  return (
    <fieldset id={form.idOf('imageIds')} tabIndex={-1} className="grid min-w-0 gap-2">
      <legend className="font-bold">写真</legend>
      <p className="text-sm text-ink-2">{`箱と、わかればラベルを、${mostExceptionPictures}枚まで撮れます。`}</p>
      <ul className="flex flex-wrap gap-3">
        {imageIds.map((imageId, index) => (
          <li key={imageId} className="grid justify-items-center">
            <Picture imageId={imageId} label={`写真${index + 1}`} />
            <Button
              variant="quiet"
              size="small"
              onClick={() => change(imageIds.filter((id) => id !== imageId))}
            >
              <Icon name="trash" className="size-4.5" />
              消す<span className="sr-only">{`：写真${index + 1}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      {imageIds.length < mostExceptionPictures && (
        <label className="relative inline-flex min-h-11 w-fit items-center gap-2 rounded-full border-2 border-coral bg-paper px-5 text-sm font-bold text-coral-dark hover:bg-coral-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink has-focus-visible:ring-7 has-focus-visible:ring-honey has-disabled:opacity-55">
          <Icon name="camera" className="size-4.5" />
          写真を撮る・選ぶ
          <input
            type="file"
            multiple
            accept={imageTypes.join(',')}
            disabled={isBusy}
            className="absolute inset-0 size-full cursor-pointer rounded-full opacity-0 file:hidden"
            onClick={(event) => {
              // Choosing the same file again must fire a change event.
              event.currentTarget.value = '';
            }}
            onChange={({ currentTarget: { files } }) => files && send([...files])}
          />
        </label>
      )}
      {isBusy && <ProgressBar label="写真を送っています" value={undefined} />}
      {(message ?? error) && <Notice kind="error" title={message ?? error} />}
    </fieldset>
  );
}

function Picture({ imageId, label }: { imageId: string; label: string }) {
  const { value } = useQuery(
    addressOf('GET /api/upload/image/exceptions/:imageId', { params: { imageId } }),
  );
  return (
    <img
      src={value?.image}
      alt={label}
      width={112}
      height={112}
      className="size-28 rounded-tile border border-line bg-sand object-cover"
    />
  );
}
