import { useId, useState } from 'react';
import { withoutBlankEnds } from '#kit/values/text/invisible-text.ts';

/** A line of text that is saved while typing. */
export function LineInput({
  label,
  value,
  maxLength,
  suggestions = [],
  onChange,
}: {
  label: string;
  value: string;
  maxLength: number;
  suggestions?: readonly string[];
  onChange: (text: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  // The saved text is trimmed; a trailing space may precede the next word.
  const shown = withoutBlankEnds(typed) === value ? typed : value;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-sm font-bold">
        {label}
      </label>
      <input
        id={id}
        className="control mt-1 block w-full"
        value={shown}
        maxLength={maxLength}
        autoComplete="off"
        list={suggestions.length > 0 ? `${id}-known` : undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(currentTarget.value);
        }}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-known`}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </div>
  );
}
