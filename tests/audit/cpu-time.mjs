/**
 * Tasks of a trace in the time that they computed. A trace gives each task by the clock, and so with the time in which
 * other programs had the processor: on a busy machine three times what the page is to blame for. It holds the processor's
 * time beside that, and each task is shortened to it, with all that happens in the task in proportion.
 */

/** @param events of a trace in Chrome's format; changed in place */
export function countProcessorTime(events) {
  const tasks = new Map();
  for (const event of events.toSorted((a, b) => a.ts - b.ts)) {
    const { pid, tid, name, ph, ts, dur, tdur } = event;
    const thread = `${pid} ${tid}`;
    let task = tasks.get(thread);
    const isOver = !task || ts >= task.end;
    if (isOver && name === 'RunTask' && ph === 'X' && dur > 0 && tdur <= dur) {
      task = { begin: ts, end: ts + dur, share: tdur / dur };
      tasks.set(thread, task);
    } else if (isOver) continue;
    event.ts = task.begin + (ts - task.begin) * task.share;
    if (dur) event.dur = dur * task.share;
  }
}
