// Faults of a COMMIT on its way to PostgreSQL, or of the response.

/** `onInjected` is called when the fault has happened, which may be when the response arrives. */
export const COMMIT_FAULTS = {
  'cut-before-commit': (pair, _commit, onInjected) => {
    pair.cut();
    onInjected();
  },
  'cut-after-commit': (pair, commit, onInjected) => {
    // `end` instead of `destroy`: the server still reads the COMMIT.
    pair.upstream.end(commit);
    pair.client.destroy();
    onInjected();
  },
  'cut-before-answer': (pair, commit, onInjected) => {
    pair.onCommitAnswer = () => {
      pair.cut();
      onInjected();
    };
    pair.upstream.write(commit);
  },
  'halve-stream': (pair, commit, onInjected, random) => {
    if (random.boolean(0.5)) {
      pair.upstream.end(commit.subarray(0, commit.length >> 1));
      pair.client.destroy();
      onInjected();
      return;
    }
    pair.onCommitAnswer = (response) => {
      pair.client.end(response.subarray(0, response.length >> 1));
      pair.upstream.destroy();
      onInjected();
    };
    pair.upstream.write(commit);
  },
  'delay-stream': (pair, commit, onInjected, random) => {
    const milliseconds = random.boolean(0.8) ? random.between(20, 300) : random.between(800, 2_500);
    if (random.boolean(0.5)) {
      pair.toServer.hold(milliseconds, commit);
    } else {
      pair.onCommitAnswer = (response) => pair.toClient.hold(milliseconds, response);
      pair.upstream.write(commit);
    }
    onInjected();
  },
};
