/** What something comes to; where that takes longer than so many milliseconds, what `late` returns or throws. */
export async function within<T, Late>(wait: number, something: Promise<T>, late: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((done) => {
    timer = setTimeout(done, wait);
  });
  return await Promise.race([something, over.then(late)]).finally(() => clearTimeout(timer));
}
