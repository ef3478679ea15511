// What a rated game has done to the ratings, once it is over.

/** Shows what the server knows now; a game that is not rated has nothing. */
export async function showRating() {
  const section = document.getElementById("rating");
  if (!section || section.hidden) return;
  const answer = await fetch(`${location.pathname}/rating`).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("rating");
  if (fresh) section.replaceWith(fresh);
}
