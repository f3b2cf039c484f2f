import { type GivingPurpose, givingPurposeLabels, givingPurposes } from './giver-list.ts';

/** Asks for the purpose of reading names, which is recorded with every view and export. */
export const PurposeChoice = ({
  purpose,
  onChange,
}: {
  purpose: GivingPurpose;
  onChange: (purpose: GivingPurpose) => void;
}) => (
  <label className="block max-w-80 text-sm font-bold">
    ご覧になる目的
    <select
      className="control mt-1 block w-full"
      value={purpose}
      onChange={(event) =>
        onChange(givingPurposes.find((one) => one === event.currentTarget.value) ?? 'keeping')
      }
    >
      {givingPurposes.map((one) => (
        <option key={one} value={one}>
          {givingPurposeLabels[one]}
        </option>
      ))}
    </select>
  </label>
);

/** Explains how names are protected, above the names. */
export const NamesNotice = () => (
  <p className="mt-2 max-w-narrow text-sm text-ink-2">
    寄付者のお名前とご住所を含みます。表示・保存のたびに2段階認証を確かめ、目的とともに記録します。保存したファイルは、鍵のかかる場所で管理してください。
  </p>
);
