import { classes } from '../base/classes.ts';

interface Props {
  stream: MediaStream;
  label: string;
  /** As one sees oneself in a mirror; not so when the camera looks at something else. */
  isMirrored?: boolean;
}

/** What a camera sees. */
export function CameraView({ stream, label, isMirrored = true }: Props) {
  return (
    <video
      ref={(video) => {
        if (video && video.srcObject !== stream) video.srcObject = stream;
      }}
      aria-label={label}
      autoPlay
      muted
      playsInline
      className={classes(
        'aspect-4/3 w-full rounded-card bg-board object-cover',
        isMirrored && '-scale-x-100',
      )}
    />
  );
}
