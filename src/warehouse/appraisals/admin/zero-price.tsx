import type { ItemContent } from '#warehouse/appraisals/draft-item.ts';
import { zeroReasonKeys, zeroReasons } from '#warehouse/appraisals/item-words.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import { LineInput } from './line-input.tsx';

const reasons = zeroReasonKeys.map((key) => [key, zeroReasons[key]] as const);

/** The reason for a price of 0, which the donor reads. */
export function ZeroPrice({
  content,
  onChange,
}: {
  content: ItemContent;
  onChange: (changed: Partial<ItemContent>) => void;
}) {
  return (
    <div className="grid gap-2 rounded-lg border border-honey bg-honey-soft p-3">
      <ChoiceButtons
        label="0円の理由"
        choices={reasons}
        chosen={content.zeroReason}
        columns="grid-cols-2 narrow:grid-cols-4"
        onChoose={(zeroReason) => onChange({ zeroReason })}
      />
      <LineInput
        label={content.zeroReason === 'other' ? '理由（必須）' : '補足'}
        value={content.zeroNote}
        maxLength={100}
        onChange={(zeroNote) => onChange({ zeroNote })}
      />
    </div>
  );
}
