/** Returns the result of a promise, or the result of `late` after `wait` milliseconds. */
export async function withTimeout<T, Late>(wait: number, something: Promise<T>, late: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((done) => {
    timer = setTimeout(done, wait);
  });
  return await Promise.race([something, over.then(late)]).finally(() => clearTimeout(timer));
}
