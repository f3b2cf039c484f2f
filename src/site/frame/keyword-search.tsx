import { type RefObject, useId } from 'react';
import { useSearchParams } from 'react-router';
import { QueryForm } from '#kit/forms/query-form.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { maxKeywordUnits } from '#kit/values/keyword-length.ts';

/** The search box of the header, which leads to the search page. */
export function KeywordSearch({ input }: { input?: RefObject<HTMLInputElement | null> }) {
  const keyword = useSearchParams()[0].get('keyword') ?? '';
  const id = useId();
  return (
    <QueryForm action="/search" role="search" aria-label="サイト内検索" className="relative w-full">
      <label htmlFor={id} className="sr-only">
        団体・地域で探す
      </label>
      <input
        ref={input}
        id={id}
        // Remounts on a new keyword in the URL, which replaces typed text.
        key={keyword}
        type="search"
        name="keyword"
        defaultValue={keyword}
        maxLength={maxKeywordUnits}
        placeholder="団体・地域"
        autoComplete="off"
        enterKeyHint="search"
        className="h-11 w-full rounded-full border border-input bg-white pr-4 pl-11 text-sm placeholder:text-ink-2 max-narrow:text-base"
      />
      <button
        type="submit"
        className="absolute top-0 left-0 grid size-11 place-items-center rounded-full text-ink-2 hover:text-coral-dark"
      >
        <Icon name="search" className="size-4.5" />
        <span className="sr-only">検索する</span>
      </button>
    </QueryForm>
  );
}
