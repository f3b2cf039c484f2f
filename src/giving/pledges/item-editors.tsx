import { TextField } from '#kit/forms/fields/text-field.tsx';
import { PictureChooser } from '#kit/forms/pictures/picture-chooser.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { maxPledgePictures, pledgeLengths } from './pledge-draft.ts';
import { PledgePicture } from './pledge-picture.tsx';
import type { useItemPictures } from './use-item-pictures.ts';

/** The pictures of a pledge in its form, each with name and description. */
export function ItemEditors({
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
