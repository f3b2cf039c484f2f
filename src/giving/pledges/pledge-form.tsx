import { DraftNotice } from '#kit/forms/draft-notice.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { PictureChooser } from '#kit/forms/pictures/picture-chooser.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type ComparedField, VersionChoice } from '#kit/forms/two-versions.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { letterCount } from '#kit/values/text/letter-count.ts';
import { draftOf, type VersionedPledge, writtenState } from './own-pledge.ts';
import type { OwnPledge, Pledge } from './pledge.ts';
import { PledgeCard } from './pledge-card.tsx';
import { maxPledgePictures, PledgeDraft, pledgeLengths, publicWordsOf } from './pledge-draft.ts';
import { PledgePicture } from './pledge-picture.tsx';
import { nextStateChoices, pledgeStates } from './pledge-state.ts';
import { useItemPictures } from './use-item-pictures.ts';
import { usePledgeDraft } from './use-pledge-draft.ts';
import { usePledgeEdit } from './use-pledge-edit.ts';

/** The form of a pledge with a preview of its public page. */
export function PledgeForm({
  first,
  shown,
  amountYen,
  onKeepStored,
  onDone,
}: {
  /** The initial values; a new pledge has no id. */
  first: OwnPledge;
  /** The stored version; undefined for a new pledge. */
  shown: VersionedPledge | undefined;
  /** Amount of the donation. */
  amountYen: number | null;
  /** Discards the edit in favour of the stored version. */
  onKeepStored: (stored: VersionedPledge) => void;
  onDone: (saved: OwnPledge) => void;
}) {
  const form = useForm({ schema: PledgeDraft, initial: draftOf(first), onInvalid: showMessage });
  const itemPictures = useItemPictures(form, first.items);
  const draft = usePledgeDraft({ form, itemPictures, stored: first.items, shown });
  const edit = usePledgeEdit({ shown: draft.shown, form, onSaved: draft.discard, onDone });
  const { newer, isPending, share } = edit;
  const { values } = form;
  const { pictures } = itemPictures;
  const preview: Pledge = {
    ...first,
    ...publicWordsOf(values),
    text: values.text === '' ? 'ここに本文が入ります。' : values.text,
    donation: { ...first.donation, amount: values.showsAmount ? amountYen : null },
    items: pictures.map(({ key, shown: picture }, place) => ({
      ...picture,
      id: key,
      name: values.items[place]?.name ?? '',
      comment: '',
    })),
  };
  const files = pictures.flatMap(({ file }) => file ?? []);
  const { button } = pledgeStates[values.state];
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[1fr_320px]">
      <Card>
        <div className="mb-6">
          <DraftNotice draft={draft} />
        </div>
        <Form form={form} onSubmit={edit.submit(files)} className="space-y-8">
          <ErrorSummary form={form} />
          {newer && (
            <VersionChoice
              fields={comparedFields(values, draftOf(newer.pledge))}
              isPending={isPending}
              onKeepStored={() => {
                draft.discard();
                onKeepStored(newer);
              }}
            />
          )}
          <div>
            <TextArea
              form={form}
              path="text"
              label="本文"
              required={values.state !== 'draft'}
              help="お品物の思い出や、団体への応援の気持ちをお書きください。"
              rows={8}
              maxLength={pledgeLengths.text}
            />
            <p className="mt-1 text-right text-sm text-ink-2 tabular-nums">
              {letterCount(values.text)}/{pledgeLengths.text}文字
            </p>
          </div>
          <ItemEditors
            form={form}
            itemPictures={itemPictures}
            missingCount={draft.missingCount}
            isBusy={isPending}
          />
          <Checkbox form={form} path="showsAmount" label="寄付した金額を公開する">
            <p>チェックしないかぎり、金額は誰にも表示されません。</p>
          </Checkbox>
          <RadioCards
            form={form}
            path="state"
            label="公開の設定"
            choices={nextStateChoices(writtenState(first.state))}
            columns={2}
          />
          <SubmitError message={edit.message} />
          {isPending && files.length > 0 && (
            <div className="flex flex-wrap items-end gap-4">
              <div className="min-w-48 grow">
                <ProgressBar
                  label={share < 1 ? '写真を送っています' : '写真を整えています'}
                  value={share < 1 ? Math.round(share * 100) : undefined}
                />
              </div>
              <Button variant="outline" size="small" onClick={edit.cancel}>
                送信をやめる
              </Button>
            </div>
          )}
          {!newer && (
            <div className="flex flex-wrap gap-3">
              <Button type="submit" className="grow" isBusy={isPending}>
                {isPending ? '保存しています' : button}
              </Button>
              <ButtonLink to="/mypage/my-pledge" variant="outline">
                やめる
              </ButtonLink>
            </div>
          )}
        </Form>
      </Card>
      <section aria-labelledby="pledge-preview">
        <h2 id="pledge-preview" className="mb-3 font-sans text-base font-bold">
          一覧での見え方
        </h2>
        <ul className="max-w-120" inert>
          <PledgeCard pledge={preview} isEarly />
        </ul>
      </section>
    </div>
  );
}

/** The fields that differ between two versions of a pledge. */
function comparedFields(mine: PledgeDraft, stored: PledgeDraft): ComparedField[] {
  const linesOf = (draft: PledgeDraft) => [
    ['本文', draft.text],
    ['写真', draft.items.map(({ name }) => name || 'お品物の写真').join('、')],
    ['金額', draft.showsAmount ? '公開する' : '公開しない'],
    ['公開の設定', pledgeStates[draft.state].label],
  ];
  const others = linesOf(stored);
  return linesOf(mine)
    .map(([label = '', text = ''], index) => ({
      label,
      mine: text,
      stored: others[index]?.[1] ?? '',
    }))
    .filter((field) => field.mine !== field.stored);
}

/** The pictures of a pledge in its form, each with name and description. */
function ItemEditors({
  form,
  itemPictures: { pictures, add, remove, moveUp },
  missingCount,
  isBusy,
}: {
  form: FormFields;
  itemPictures: ReturnType<typeof useItemPictures>;
  /** The number of pictures that were chosen before a reload, and must be chosen again. */
  missingCount: number;
  isBusy: boolean;
}) {
  return (
    <section aria-labelledby="pledge-pictures" className="space-y-4">
      <div>
        <h2 id="pledge-pictures" className="font-sans text-base font-bold">
          写真（{pictures.length}/{maxPledgePictures}枚）
        </h2>
        <p className="text-sm text-ink-2">
          1枚目が一覧に出ます。撮影した場所などの情報は取り除かれます。
          {pictures.some(({ file }) => file) &&
            '選んだ写真は、保存するまでこの画面にだけあります。'}
        </p>
        <div role="status">
          {missingCount > 0 && (
            <p className="mt-3 rounded-tile bg-honey-soft px-5 py-3 text-ink">
              前回選んだ写真{missingCount}
              枚と、その名前やひとことは残っていません。お手数ですが、もう一度お選びください。
            </p>
          )}
        </div>
      </div>
      {pictures.length > 0 && (
        <ol className="space-y-4">
          {pictures.map(({ key, shown }, place) => {
            const label = `${place + 1}枚目の写真`;
            return (
              <li
                key={key}
                className="grid gap-4 rounded-tile border border-line p-4 narrow:grid-cols-[180px_1fr]"
              >
                <div className="space-y-2">
                  <PledgePicture
                    item={{ ...shown, name: label }}
                    sizes="(min-width: 768px) 180px, 90vw"
                    className="aspect-[4/3] w-full rounded-xl bg-sand"
                  />
                  <div className="flex flex-wrap gap-1">
                    {place > 0 && (
                      <Button
                        variant="quiet"
                        size="small"
                        disabled={isBusy}
                        onClick={() => moveUp(place)}
                      >
                        前へ<span className="sr-only">：{label}</span>
                      </Button>
                    )}
                    <Button
                      variant="quiet"
                      size="small"
                      disabled={isBusy}
                      onClick={() => remove(place)}
                    >
                      <Icon name="trash" className="size-4.5" />
                      外す<span className="sr-only">：{label}</span>
                    </Button>
                  </div>
                </div>
                <div className="min-w-0 space-y-4">
                  <TextField
                    form={form}
                    path={`items.${place}.name`}
                    label={`${label}の名前`}
                    help="祖母のコート、はじめての着物など"
                    maxLength={pledgeLengths.name}
                  />
                  <TextField
                    form={form}
                    path={`items.${place}.comment`}
                    label={`${label}のひとこと`}
                    maxLength={pledgeLengths.comment}
                  />
                </div>
              </li>
            );
          })}
        </ol>
      )}
      {pictures.length < maxPledgePictures && (
        <PictureChooser label="#mypledgeの写真" kind="pledge" isBusy={isBusy} onPicked={add} />
      )}
    </section>
  );
}
