import { redirect } from 'react-router';

/** An organisation's address without its id leads to the list. */
export function loader() {
  return redirect('/search');
}
