/*
 * Carries the frames of MindloomLink.cs by TCP, and never waits. Leave it out of what players get. MIT License, as
 * Mindloom.cs.
 */
namespace Mindloom.Internals {

using System;
using System.Collections.Generic;
using System.Net.Sockets;
using System.Text;

/// <summary>A connection that sends and receives frames: four bytes with the length, the highest first, and so many of
/// UTF-8.</summary>
internal sealed class LinkSocket {
    private const int MostReceived = 4 << 20, MostSent = 16 << 20, MostKept = 64 << 20;
    private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);
    private readonly Queue<byte[]> unsent = new Queue<byte[]>();
    private Socket socket;
    private IAsyncResult connecting; // null once it is connected
    private byte[] part = new byte[4]; // what is being received: the length of a frame, or its text
    private int partCount, sentOfFirst, unsentCount;
    private bool isText;
    /// <summary>It was closed, by the other side too, or what came was no frame.</summary>
    internal bool IsLost => socket == null;

    /// <summary>Begin to connect.</summary>
    internal LinkSocket(string host, int port) {
        socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try { connecting = socket.BeginConnect(host, port, null, null); } catch (SocketException) { Close(); }
        unsent.Enqueue(Encoding.ASCII.GetBytes("MLK1"));
    }
    internal void Close() {
        socket?.Close();
        socket = null;
    }
    /// <summary>Keep a frame, to be sent as soon as may be.</summary>
    internal void Send(string frame) {
        byte[] text = Utf8.GetBytes("\0\0\0\0" + frame);
        for (int k = 0; k < 4; k++) text[k] = (byte)((text.Length - 4) >> (24 - 8 * k));
        unsent.Enqueue(text);
        unsentCount += text.Length;
        if (text.Length > MostSent || unsentCount > MostKept) Close();
    }
    /// <summary>Tell whether it is connected; where that fails it is lost.</summary>
    private bool IsReady() {
        if (socket == null || connecting == null) return socket != null;
        if (!connecting.IsCompleted) return false;
        try {
            socket.EndConnect(connecting);
            socket.Blocking = false;
            connecting = null;
        } catch (SocketException) { Close(); }
        return socket != null;
    }
    /// <summary>Send what can be sent at once.</summary>
    internal void Flush() {
        while (IsReady() && unsent.Count > 0) {
            byte[] first = unsent.Peek();
            SocketError error;
            sentOfFirst += socket.Send(first, sentOfFirst, first.Length - sentOfFirst, SocketFlags.None, out error);
            if (error != SocketError.Success && error != SocketError.WouldBlock) Close();
            if (sentOfFirst < first.Length) return;
            unsentCount -= unsent.Dequeue().Length;
            sentOfFirst = 0;
        }
    }
    /// <summary>Return the text of the next frame, null where none has come whole.</summary>
    internal string Receive() {
        while (IsReady()) {
            SocketError error;
            int count = socket.Receive(part, partCount, part.Length - partCount, SocketFlags.None, out error);
            if (error == SocketError.WouldBlock) return null;
            if (error != SocketError.Success || count == 0) Close();
            partCount += count;
            if (partCount < part.Length) continue;
            byte[] whole = part;
            uint size = isText ? 4 : (uint)(whole[0] << 24 | whole[1] << 16 | whole[2] << 8 | whole[3]);
            if (size == 0 || size > MostReceived) Close();
            else part = new byte[size];
            partCount = 0;
            isText = !isText;
            if (isText) continue;
            try { return Utf8.GetString(whole); } catch (ArgumentException) { Close(); }
        }
        return null;
    }
}

} // Mindloom.Internals
